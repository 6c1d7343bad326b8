import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { eachArgumentThen } from '../../shared/edits/options';

/** torch/overrides.py; the names of the classes may be cut off. */
const NONE_FOUND =
  /\bno implementation found for ["'](?<func>[\w.]{1,100})["'] on types that implement _{0,2}torch_function_{0,2}(?:: \[(?<types>[^\]]{1,300})\])?/i;

/** torch/overrides.py, torch/csrc/utils/python_arg_parser.cpp: since 2.7. */
const NONE_TOOK =
  /\bMultiple dispatch failed for ["'](?<func>[\w.]{1,100})["']; all _{0,2}torch_function_{0,2} handlers returned NotImplemented(?:: (?<types>- tensor subclass <class [^\n]{1,400}))?/;

/** `TensorImage` of `<class 'fastai.torch_core.TensorImage'>`. */
function short(types: string | undefined): string | undefined {
  return types
    ?.split(', ')
    .map(type => /(\w{1,60})["']?>?$/.exec(type.trim())?.[1])
    .filter(type => type !== undefined)
    .join(', ');
}

/** `add` of `torch.Tensor.add`. */
function lastPart(func: string): string {
  return func.slice(func.lastIndexOf('.') + 1);
}

export default define({
  id: 'version/tensor-subclass',
  answers: [
    "TypeError: no implementation found for 'torch.nn.functional.cross_entropy' on types that implement __torch_function__: [TensorImage, TensorMask]",
    "no implementation found for 'torch.Tensor.add' on types that implement __torch_function__"
  ],
  values: ['func', 'types'],
  signs: [
    ...messageOrLog(NONE_FOUND, {
      read: ({ func, types }) => ({ func, types: short(types) })
    }),
    ...messageOrLog(NONE_TOOK, {
      read: ({ func, types }) => ({
        func,
        types: types?.match(/\w{1,60}(?=["']>)/g)?.join(', ')
      })
    })
  ],
  words: (trans, { func = 'torch.Tensor.add', types }) => ({
    title: trans.__('Two kinds of tensor do not mix in this call'),
    cause: types
      ? trans.__(
          '%1() was given tensors of classes of their own (%2), and none of these classes takes the other. fastai’s are such: either its version and that of torch do not fit, or an image meets a mask or a label.',
          func,
          types
        )
      : trans.__(
          '%1() was given tensors of classes of their own, and none of these classes takes the other. fastai’s TensorImage and TensorMask are such: its version and that of torch do not fit.',
          func
        ),
    fixes: [
      {
        ...check(
          trans.__('Make plain tensors of them before the call'),
          'x = x.as_subclass(torch.Tensor)\ny = y.as_subclass(torch.Tensor)'
        ),
        edit:
          func === undefined
            ? undefined
            : eachArgumentThen(lastPart(func), '.as_subclass(torch.Tensor)')
      },
      check(
        trans.__('fastai: bring it and torch to releases that fit'),
        '%pip install --upgrade fastai  # then restart the kernel',
        trans.__('It installs the torch that it was made for.')
      )
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'A tensor class of your own must return something else than NotImplemented from __torch_function__().'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: extending torch with a Tensor-like type'),
        url: 'https://docs.pytorch.org/docs/stable/notes/extending.html#extending-torch-python-api'
      }
    ]
  })
});
