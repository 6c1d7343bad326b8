import { cellIncident } from '../../incident/incident';
import { isAskedForStack, isAskedForWeights, modulesIn } from '../python-words';

const failed = (ename: string, evalue: string, traceback = '') =>
  cellIncident({ ename, evalue, traceback });

it('asks for builds and versions where they may decide', () => {
  expect(
    [
      failed('AssertionError', 'Torch not compiled with CUDA enabled'),
      failed('RuntimeError', 'operator torchvision::nms does not exist'),
      failed('AttributeError', "module 'numpy' has no attribute 'int'"),
      failed(
        'NameError',
        "name 'init_empty_weights' is not defined",
        'File /a/site-packages/transformers/modeling_utils.py:3'
      ),
      failed('NameError', "name 'model' is not defined"),
      failed('RuntimeError', 'mat1 and mat2 shapes cannot be multiplied'),
      failed('KeyError', "'label'")
    ].map(isAskedForStack)
  ).toEqual([true, true, true, true, false, false, false]);
});

it('asks for keys where load_state_dict refused them', () => {
  expect(
    [
      failed('RuntimeError', 'Error(s) in loading state_dict for Net:'),
      failed('KeyError', "'state_dict'")
    ].map(isAskedForWeights)
  ).toEqual([true, false]);
});

it('names the modules whose versions may matter, and none of the kernel’s own', () => {
  const incident = failed(
    'ImportError',
    "cannot import name 'Cache' from 'transformers' (/a/b.py)",
    'File /a/site-packages/IPython/core.py:3\nFile C:\\a\\site-packages\\peft\\x.py:4\nFile /a/dist-packages/peft/y.py:5'
  );
  expect(modulesIn(incident)).toEqual([
    'torch',
    'torchvision',
    'numpy',
    'peft',
    'transformers'
  ]);
});
