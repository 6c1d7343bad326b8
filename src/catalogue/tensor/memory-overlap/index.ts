import { define } from '../../define';
import { messageOrLog } from '../../signs';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import { copiedFirst } from '../../shared/edits/statements';

function repeat(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Or repeat it with copies'),
    detail: trans.__('repeat() needs memory for each copy.'),
    code: 'x = x.repeat(2, 1)'
  };
}

function outOfPlace(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Or compute out of place'),
    code: 'y = x + 1  # not x.add_(1), x += 1'
  };
}

export default define({
  id: 'tensor/memory-overlap',
  answers: [
    'unsupported operation: more than one element of the written-to tensor refers to a single memory location. Please clone() the tensor before performing the operation.',
    'unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory location. Please clone() the tensor before performing the operation.'
  ],
  refines: ['model/state-dict-size'],
  values: ['name'],
  signs: [
    ...messageOrLog(
      /While copying the parameter named ["'](?<name>[\w.:/-]{1,200})["'], whose dimensions [^"']{1,250}["']unsupported operation: (?<which>more than one|some) elements? of the/,
      {
        read: ({ which }) => ({ kind: which === 'some' ? 'overlap' : 'loaded' })
      }
    )
  ],
  kinds: {
    // aten/src/ATen/MemoryOverlap.cpp, since 1.2.
    expanded: {
      signs: messageOrLog(
        /more than one element of the written-to tensor refers to a single memory location/
      ),
      words: trans => ({
        title: trans.__('Several elements of the tensor share one place'),
        cause: trans.__(
          'expand() and broadcasting repeat a tensor without copying it: many elements lie at one place in memory. Writing into it (x[…] = …, copy_(), add_() and other in-place operations) is refused.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Copy the expanded tensor before writing'),
            code: 'x = x.expand(2, 3).clone()\nx.add_(1)'
          },
          repeat(trans),
          outOfPlace(trans)
        ]
      })
    },
    overlap: {
      signs: messageOrLog(
        /(?:some elements of the input tensor and the written-to tensor refer to a single memory location|the input tensors? cannot refer to any of the output memory locations)/
      ),
      words: trans => ({
        title: trans.__('It reads and writes the same part of a tensor'),
        cause: trans.__(
          'What is read and what is written overlap in memory, as in x[1:] = x[:-1]: a value could be overwritten before it is read.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Copy what is read first'),
            code: 'x[1:] = x[:-1].clone()',
            edit: copiedFirst
          },
          {
            safety: 'safe',
            title: trans.__('To shift a tensor: make a new one'),
            code: 'x = torch.roll(x, 1, dims=0)'
          },
          outOfPlace(trans)
        ]
      })
    },
    loaded: {
      words: (trans, { name }) => ({
        title: trans.__('Several elements of the tensor share one place'),
        cause: trans.__(
          'The buffer “%1” of the model was made by expand(), which repeats a tensor without copying it. load_state_dict() cannot write different values into one place.',
          name ?? trans.__('of that name')
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Give the buffer memory of its own'),
            code: "self.register_buffer('position_ids', torch.arange(n).expand(1, -1).clone())"
          },
          repeat(trans),
          {
            safety: 'check',
            title: trans.__('In a model of a library: mend it before loading'),
            code: 'for module in model.modules():\n    for name, buffer in module.named_buffers(recurse=False):\n        setattr(module, name, buffer.clone())'
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“modified by an inplace operation” comes from backward(): there the write itself worked.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: expand and writing into its result'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.Tensor.expand.html'
      },
      {
        title: trans.__('PyTorch: tensor views'),
        url: 'https://docs.pytorch.org/docs/stable/tensor_view.html'
      }
    ]
  })
});
