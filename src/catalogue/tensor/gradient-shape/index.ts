import { define, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { sizesOf } from '../shared/shapes';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { onesForBackward, summedForBackward } from '../../shared/edits/losses';

const SIZE = String.raw`\[[\d, ]{0,60}\]`;

/** torch/autograd/__init__.py, `_make_grads`. */
const GIVEN = new RegExp(
  String.raw`Mismatch in shape: grad_output\[\d{1,3}\] has a shape of torch\.Size\((?<given>${SIZE})\) and output\[\d{1,3}\] has a shape of torch\.Size\((?<wanted>${SIZE})\)`
);

/** torch/csrc/autograd/engine.cpp, `validate_outputs`. */
const RETURNED = new RegExp(
  String.raw`[Ff]unction (?<func>\w{1,60}) returned an invalid gradient at index \d{1,3} - got (?<given>${SIZE}) but expected shape compatible with (?<wanted>${SIZE})|[Ff]unction (?<counted>\w{1,60}) returned an incorrect number of gradients \(expected (?<count>\d{1,3}), got (?<got>\d{1,3})\)`
);

/** torch/csrc/autograd/python_variable.cpp, `THPVariable_set_grad`. */
const ASSIGNED = new RegExp(
  String.raw`attempting to assign a gradient of size ["']?(?<given>${SIZE})["']? to a tensor of size ["']?(?<wanted>${SIZE})|attempting to assign a gradient (?:with (?:dtype|device type)|to a tensor that has data of a different type|located on device with index)|assigned grad has data (?:of a different (?:size|type)|located on a different device)|assigned grad expected to be a Tensor or None`
);

/** A name that torch gives the backward of its own functions. */
const BUILT_IN =
  /^(?:[A-Z][A-Za-z]{1,40}Backward\d{1,2}|(?:Addmm|Mm|T|Mul|Add|Sub|Div|View|Expand|Index|Cat|Bmm|Linear)Backward)$/;

/** A matrix product whose gradient differs from its input in the last size alone. */
function isOfLayer({
  func,
  given,
  wanted
}: ValuesOf<'func' | 'given' | 'wanted'>): boolean {
  const [got, should] = [sizesOf(given), sizesOf(wanted)];
  return (
    /^(?:Addmm|Mm|Linear)Backward\d{0,2}$/.test(func ?? '') &&
    got?.length === should?.length &&
    got?.slice(0, -1).join() === should?.slice(0, -1).join() &&
    got !== null
  );
}

/** Whether the tensor that the gradient is for has no entry. */
function isEmpty({ given, wanted }: ValuesOf<'given' | 'wanted'>): boolean {
  return [given, wanted].every(shape => sizesOf(shape)?.includes(0) ?? false);
}

export default define({
  id: 'tensor/gradient-shape',
  answers: [
    'Mismatch in shape: grad_output[0] has a shape of torch.Size([3]) and output[0] has a shape of torch.Size([2]).',
    'Function MyFunctionBackward returned an invalid gradient at index 0 - got [4, 3] but expected shape compatible with [4, 2]',
    'function MyFunctionBackward returned an incorrect number of gradients (expected 2, got 1)',
    "attempting to assign a gradient of size '[2]' to a tensor of size '[3]'. Please ensure that the gradient and the tensor are the same size",
    'assigned grad has data of a different type'
  ],
  values: ['func', 'given', 'wanted', 'count', 'got'],
  signs: messageOrLog(RETURNED, {
    read: ({ func, counted, given, wanted }) => ({
      func: func ?? counted,
      kind: isEmpty({ given, wanted })
        ? 'empty'
        : isOfLayer({ func, given, wanted })
          ? 'layer'
          : BUILT_IN.test(func ?? counted ?? '')
            ? 'changed'
            : 'function'
    })
  }),
  kinds: {
    output: {
      signs: messageOrLog(GIVEN),
      words: (trans, { given, wanted }) => ({
        title: trans.__('The gradient given to backward() has another shape'),
        cause:
          given !== undefined && wanted !== undefined
            ? trans.__(
                'backward() was given a gradient of shape %1, and the output has the shape %2. Each value of the output needs one of its own.',
                given,
                wanted
              )
            : trans.__(
                'backward() was given a gradient whose shape is not that of the output. Each value of the output needs one of its own.'
              ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Give a gradient of the shape of the output'),
            code: 'y.backward(torch.ones_like(y))',
            edit: onesForBackward
          },
          {
            safety: 'check',
            title: trans.__('Or make a single number of the output'),
            code: 'y.sum().backward()',
            edit: summedForBackward
          }
        ]
      })
    },
    function: {
      words: (trans, { func, given, wanted, count, got }) => ({
        title: trans.__('backward() returned a gradient that does not fit'),
        cause:
          count !== undefined
            ? trans.__(
                'backward() of %1 returned %2 gradients, and forward() took %3 inputs. Each input needs one gradient, None where none is wanted.',
                func,
                got,
                count
              )
            : given !== undefined && wanted !== undefined
              ? trans.__(
                  'backward() of %1 returned a gradient of shape %2 for an input of shape %3. A gradient has the shape of what it belongs to.',
                  func,
                  given,
                  wanted
                )
              : trans.__(
                  'backward() of an autograd function returned a gradient that does not fit its input. A gradient has the shape of what it belongs to.'
                ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Return one fitting gradient for each input'),
            code: '@staticmethod\ndef backward(ctx, grad_output):\n    x, w = ctx.saved_tensors\n    return grad_output @ w.T, x.T @ grad_output'
          },
          {
            safety: 'diagnostic',
            title: trans.__('Check a function’s backward against its forward'),
            detail: trans.__('Small inputs of type float64 will do.'),
            code: 'torch.autograd.gradcheck(MyFunction.apply, (x.double(), w.double()))'
          }
        ]
      })
    },
    empty: {
      words: (trans, { func, wanted }) => ({
        title: trans.__('Nothing is left of a tensor in backward()'),
        cause: trans.__(
          '%1 works on a tensor of shape %2, which has no entry. What it stands for (points, boxes, samples) was filtered, pruned or cut to nothing before: often the data or its first values do not fit, so that all of them are dropped.',
          func ?? trans.__('The function'),
          wanted
        ),
        fixes: [
          check(
            trans.__('Watch how many are left, and find what drops them'),
            'print(x.shape)  # in each step, before and behind what filters or prunes',
            trans.__(
              'For 3D Gaussians: more first points, the right scale and poses, and less pruning and resetting of the opacity.'
            )
          )
        ]
      })
    },
    // torch 1.9 did not check a Linear's input on CUDA in the forward pass.
    layer: {
      words: (trans, { given = '', wanted = '' }) => {
        const takes = sizesOf(given)?.at(-1);
        const got = sizesOf(wanted)?.at(-1);
        return {
          title: trans.__(
            'The input is %1 wide, the layer takes %2',
            got,
            takes
          ),
          cause: trans.__(
            'A Linear layer takes %1 values and was given %2. Torch 1.9 does not notice that on CUDA until backward(); on the CPU, and in other releases, it says “mat1 and mat2 shapes cannot be multiplied”.',
            takes,
            got
          ),
          fixes: [
            check(
              trans.__('Make the layer as wide as its input'),
              `nn.Linear(${got}, out_features)`
            ),
            check(
              trans.__('Or make the input smaller before it'),
              'x = nn.AdaptiveAvgPool2d((4, 4))(x).flatten(1)'
            )
          ]
        };
      }
    },
    // A function of torch itself gives what fits, unless its input was changed.
    changed: {
      words: (trans, { func, given, wanted }) => ({
        title: trans.__('A tensor was exchanged between forward and backward'),
        cause:
          given !== undefined && wanted !== undefined
            ? trans.__(
                '%1 is torch’s own: its gradient is %2, that of the tensor it had in the forward pass, which is %3 now. Something resized it, or put other values into .data.',
                func,
                given,
                wanted
              )
            : trans.__(
                '%1 is torch’s own, and a tensor of its forward pass was exchanged since. Something resized it, or put other values into .data.',
                func ?? trans.__('The function')
              ),
        fixes: [
          check(
            trans.__('Make a new tensor instead of changing one in place'),
            'x = x.clone()  # before the change; not x.data = …, x.resize_(…)'
          )
        ]
      })
    },
    assign: {
      signs: messageOrLog(ASSIGNED),
      words: (trans, { given, wanted }) => ({
        title: trans.__('What was assigned to .grad does not fit the tensor'),
        cause:
          given !== undefined && wanted !== undefined
            ? trans.__(
                'A gradient of shape %1 was assigned to .grad of a tensor of shape %2. Often the data of the tensor was exchanged in between (by FSDP, or by a new weight of another size).',
                given,
                wanted
              )
            : trans.__(
                '.grad takes a tensor of the size, the number type and the device of the tensor that it belongs to, or None.'
              ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Give it size, type and device of the tensor'),
            code: 'weight.grad = grad.reshape(weight.shape).to(weight)'
          },
          {
            safety: 'diagnostic',
            title: trans.__('Compare the two'),
            code: 'print(weight.shape, weight.dtype, weight.device)\nprint(grad.shape, grad.dtype, grad.device)'
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A function of torch itself is named (AddBackward0, …): then a tensor was resized or its data exchanged between forward and backward.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: Tensor.backward'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.Tensor.backward.html'
      },
      {
        title: trans.__('PyTorch: writing autograd functions'),
        url: 'https://docs.pytorch.org/docs/stable/notes/extending.html'
      },
      LINKS.autograd(trans)
    ]
  })
});
