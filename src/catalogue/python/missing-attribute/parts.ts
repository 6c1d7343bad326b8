/** Modules that the import of their package does not bring along. */
import type { ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { ownValue } from '../../../shared/own-value';
import type { IWords, ValuesOf } from '../../define';
import { check } from '../../fix';
import { passedThrough } from '../../predicates';
import { visibleCode } from '../../shared/ran-code';

export const OF_MODULE =
  /^module ["'](?<module>[\w.]{1,200})["'] has no attribute ["'](?<name>\w{1,200})["']/;

/** Packages of Python and of others, with the modules that people ask them for. */
const PARTS: Readonly<Record<string, string>> = {
  xml: 'etree dom sax parsers',
  concurrent: 'futures',
  importlib: 'util metadata resources machinery abc',
  email: 'mime message utils',
  logging: 'handlers config',
  multiprocessing: 'managers pool shared_memory dummy synchronize',
  urllib: 'request parse error robotparser',
  http: 'server client cookiejar',
  unittest: 'mock',
  distutils: 'version util core spawn dir_util file_util ccompiler sysconfig',
  matplotlib: 'pyplot patches animation gridspec image font_manager',
  PIL: 'Image ImageDraw ImageFont ImageOps ImageFilter ImageEnhance ImageFile ImageGrab ExifTags',
  mpl_toolkits: 'mplot3d axes_grid1',
  google: 'colab protobuf cloud generativeai',
  scipy:
    'io spatial stats sparse signal ndimage optimize special linalg interpolate integrate fft cluster',
  'scipy.io': 'wavfile',
  'scipy.spatial': 'distance transform',
  'scipy.sparse': 'csgraph linalg',
  sklearn:
    'datasets metrics model_selection preprocessing linear_model svm decomposition manifold ensemble cluster neighbors tree feature_extraction neural_network utils pipeline',
  skimage:
    'io transform filters color metrics measure morphology segmentation exposure feature util restoration data',
  tqdm: 'notebook autonotebook contrib',
  IPython: 'display',
  pytorch_lightning: 'loggers callbacks plugins strategies',
  mmcv: 'runner ops cnn parallel'
};

/** A line that binds the part of d2l in which its functions are. */
const D2L_PART = /\bfrom d2l import (?:torch|mxnet|tensorflow|paddle)\b/;

/** What a module lacks, where its text tells why; null where it does not. */
export function partAsked(reading: IReading) {
  const { module = '', name = '' } =
    OF_MODULE.exec(reading.exceptions[0]?.message ?? '')?.groups ?? {};
  if (module === 'd2l' && !D2L_PART.test(visibleCode(reading).text)) {
    return { kind: 'bound' as const, module, name };
  }
  if (
    module === 'distutils' &&
    passedThrough(reading, /[\\/]torch[\\/]utils[\\/]tensorboard[\\/]/)
  ) {
    return { kind: 'board' as const, module, name };
  }
  return ownValue(PARTS, module)?.split(' ').includes(name)
    ? { kind: 'submodule' as const, module, name }
    : null;
}

type Named = ValuesOf<'name'>;

export const ofParts = {
  bound: {
    words: (trans: ITranslate, { name = 'train_ch3' }: Named): IWords => ({
      title: trans.__('d2l keeps its functions in d2l.torch'),
      cause: trans.__(
        '“import d2l” binds the package alone, which is empty. %1 and the rest lie in one module for each library, here d2l.torch.',
        name
      ),
      fixes: [
        check(
          trans.__('Import that module under the name d2l'),
          'from d2l import torch as d2l'
        ),
        check(
          trans.__('It is still missing: take the d2l of that edition'),
          '%pip install d2l==0.17.6',
          trans.__('d2l 1.0 left several functions out. Restart the kernel.')
        )
      ]
    })
  },
  board: {
    words: (trans: ITranslate): IWords => ({
      title: trans.__('setuptools is too new for this torch'),
      cause: trans.__(
        'Up to 1.10 torch.utils.tensorboard takes distutils.version for granted. Since setuptools 59.6 the import of distutils no longer brings it along.'
      ),
      fixes: [
        check(
          trans.__('Take an older setuptools, then start anew'),
          '%pip install setuptools==59.5.0'
        ),
        check(
          trans.__('Or update torch: since 1.11 it does without'),
          '%pip install --upgrade torch torchvision'
        )
      ]
    })
  }
};
