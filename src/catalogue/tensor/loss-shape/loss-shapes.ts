import type { ITranslate, Values } from '../../../diagnosis/types';
import { english } from '../../../diagnosis/english';
import { check } from '../../fix';
import type { IWords } from '../../define';
import { countOf, extraOne, orderOf, sizesOf } from '../shared/shapes';
import { lastLeftOut } from '../shared/last-batch';
import { lossThen } from '../../shared/edits/losses';

type SizeWords = Pick<IWords, 'cause' | 'fixes'>;

/** One of the two has a dimension of size 1 that the other has not. */
function superfluous(
  trans: ITranslate,
  [input, target]: readonly [string, string],
  dims: { readonly ofInput: number; readonly ofTarget: number }
): SizeWords {
  const cause = trans.__(
    'The output has %1, the target %2: a dimension of size 1 must be in both, or in neither.',
    input,
    target
  );
  if (input === '[]') {
    return {
      cause,
      fixes: [
        check(
          trans.__('squeeze() took the batch of one away: name the dimension'),
          'output = output.squeeze(-1)  # not output.squeeze()'
        )
      ]
    };
  }
  const isInput = dims.ofInput >= 0;
  const dim = isInput ? dims.ofInput : dims.ofTarget;
  const [more, fewer] = isInput ? ['output', 'target'] : ['target', 'output'];
  return {
    cause,
    fixes: [
      {
        ...check(
          isInput
            ? trans.__('Take the dimension of size 1 out of the output')
            : trans.__('Take the dimension of size 1 out of the target'),
          `${more} = ${more}.squeeze(${dim})`
        ),
        edit: lossThen(isInput ? 'input' : 'target', `.squeeze(${dim})`)
      },
      {
        ...check(
          isInput
            ? trans.__('Or give it to the target')
            : trans.__('Or give it to the output'),
          `${fewer} = ${fewer}.unsqueeze(${dim})`
        ),
        edit: lossThen(isInput ? 'target' : 'input', `.unsqueeze(${dim})`)
      }
    ]
  };
}

/** Where the two shapes differ only in the dimensions `from` and later. */
function differFrom(
  from: number,
  given: readonly number[],
  wanted: readonly number[]
): boolean {
  return (
    given.length === wanted.length &&
    given.every((size, at) => (at < from ? size === wanted[at] : true))
  );
}

/** How many times as high and wide as the other one of the two is, if both are. */
function factorOf(
  given: readonly number[],
  wanted: readonly number[]
): number | null {
  const [height, width] = [2, 3].map(at => given[at] / wanted[at]);
  const factor = height < 1 ? 1 / height : height;
  return height === width && factor > 1 && Number.isInteger(factor)
    ? factor
    : null;
}

/** Shapes of as many dimensions that differ in the sides of images, or in one. */
function oneApart(
  trans: ITranslate,
  [given, wanted]: readonly [readonly number[], readonly number[]],
  { input, target, constant }: Values
): SizeWords | null {
  const isOfImages = given.length === 4 && differFrom(2, given, wanted);
  const factor = isOfImages ? factorOf(given, wanted) : null;
  if (factor !== null) {
    return {
      cause:
        given[2] > wanted[2]
          ? trans.__(
              'The output has %1, the target %2: the output is %3 times as high and wide. The model enlarges more, or reduces less, than the data is made for.',
              input,
              target,
              String(factor)
            )
          : trans.__(
              'The output has %1, the target %2: the target is %3 times as high and wide. The model reduces more, or enlarges less, than the data is made for.',
              input,
              target,
              String(factor)
            ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Give model and data the same scale'),
          detail: trans.__(
            'In super resolution that of the network and that of the data set; in segmentation a head that brings back the full size.'
          )
        },
        check(
          trans.__('Or bring the output to the size of the target'),
          "output = F.interpolate(output, size=target.shape[-2:], mode='bilinear')"
        )
      ]
    };
  }
  if (isOfImages) {
    return {
      cause: trans.__(
        'The output has %1, the target %2: they differ in height and width alone (the last two). A network that halves the image several times gives back a multiple of its stride only.',
        input,
        target
      ),
      fixes: [
        check(
          trans.__('Give it images whose sides are a multiple of the stride'),
          'transforms.CenterCrop((256, 256))  # or pad; 32 is a usual stride'
        ),
        check(
          trans.__('Or bring the output to the size of the target'),
          "output = F.interpolate(output, size=target.shape[-2:], mode='bilinear')"
        )
      ]
    };
  }
  const at = given.findIndex((size, dim) => size !== wanted[dim]);
  const isOnly =
    given.length === wanted.length &&
    given.filter((size, dim) => size !== wanted[dim]).length === 1;
  if (!isOnly) {
    return null;
  }
  if (at === 0 && constant !== undefined) {
    return {
      cause: trans.__(
        'The output has %1, the target %2: they differ in the batch alone. The target was made for a whole batch, and the last batch of a loader may be shorter.',
        input,
        target
      ),
      fixes: [
        check(trans.__('Make the target for the batch at hand'), constant),
        lastLeftOut(trans.__('Or leave the shorter last batch out'), 64)
      ]
    };
  }
  return at === 0
    ? null
    : {
        cause: trans.__(
          'The output has %1, the target %2: in dimension %3 the model gives %4, the target has %5.',
          input,
          target,
          at,
          given[at],
          wanted[at]
        ),
        fixes: [
          check(
            trans.__('Give the model as many outputs as the target has'),
            given.length === 4
              ? `nn.Conv2d(in_channels, ${wanted[at]}, kernel_size=1)  # as last layer`
              : `nn.Linear(in_features, ${wanted[at]})  # as last layer`
          )
        ]
      };
}

/**
 * What two whole shapes say that a loss refused.
 *
 * @param values - `input` and `target`, such as `[4, 1]`
 * @returns null where they say nothing in particular
 */
function shapeWords(trans: ITranslate, values: Values): SizeWords | null {
  const { input, target } = values;
  const given = sizesOf(input);
  const wanted = sizesOf(target);
  if (!given || !wanted || !input?.startsWith('[') || !target) {
    return null;
  }
  const dims = {
    ofInput: extraOne(given, wanted),
    ofTarget: extraOne(wanted, given)
  };
  if (dims.ofInput >= 0 || dims.ofTarget >= 0) {
    return superfluous(trans, [input, target], dims);
  }
  if (given.length === 2 && wanted.length === 1 && given[0] === wanted[0]) {
    return {
      cause: trans.__(
        'The output has %1, the target %2: one number for each sample. This loss compares value by value and wants a target of the shape of the output.',
        input,
        target
      ),
      fixes: [
        check(
          trans.__('Class numbers: take the loss that is made for them'),
          'criterion = nn.CrossEntropyLoss()\nloss = criterion(output, target.long())'
        ),
        check(
          trans.__('Or turn each class number into a row of 0 and 1'),
          `target = F.one_hot(target.long(), ${given[1]}).float()`
        )
      ]
    };
  }
  if (String(given.slice(1)) === String(wanted) && given.length > 1) {
    return {
      cause: trans.__(
        'The output has %1, the target %2: the target of a single sample for a batch of %3. Each sample needs one of its own.',
        input,
        target,
        given[0]
      ),
      fixes: [
        check(
          trans.__('The same for all samples: repeat it'),
          'target = target.expand_as(output)'
        ),
        check(
          trans.__('Or bring the targets of the batch together'),
          'target = torch.stack(targets)'
        )
      ]
    };
  }
  const order = orderOf(given, wanted);
  if (order) {
    return {
      cause: trans.__(
        'The output has %1, the target %2: the same sizes in another order.',
        input,
        target
      ),
      fixes: [
        {
          ...check(
            trans.__('Bring the dimensions of the target into the same order'),
            `target = target.permute(${order})`
          ),
          edit: lossThen('target', `.permute(${order})`)
        }
      ]
    };
  }
  const apart = oneApart(trans, [given, wanted], values);
  if (apart) {
    return apart;
  }
  return countOf(given) === countOf(wanted)
    ? {
        cause: trans.__(
          'The output has %1, the target %2: as many values, in another shape.',
          input,
          target
        ),
        fixes: [
          check(
            trans.__('Bring the target to the shape of the output'),
            'target = target.reshape(output.shape)'
          )
        ]
      }
    : null;
}

/**
 * Whether the output is one row for many targets: it may be right, and the
 * target wrong, so the shapes are to be seen first.
 */
export function isOneRow({ input, target }: Values): boolean {
  return input === '1' && Number(target) > 1;
}

/**
 * What two batch sizes say that a loss refused.
 *
 * @param values - `input` and `target`, each one number
 * @returns null where they are no numbers
 */
function batchWords(trans: ITranslate, values: Values): SizeWords | null {
  const { input, target } = values;
  if (!input || !target || !/^\d+$/.test(input + target)) {
    return null;
  }
  if (isOneRow({ input, target })) {
    return {
      cause: trans.__(
        'The output has 1 row, the target %1: each sample needs one. With a batch of one, squeeze() takes its dimension out of the target as well, so that its rows count as samples; or the output lost its batch.',
        target
      ),
      fixes: [
        check(
          trans.__('squeeze() of a batch of one: name the dimension'),
          'target = target.squeeze(1)  # not target.squeeze()'
        ),
        check(
          trans.__('The output lost its batch: keep it when flattening'),
          'x = torch.flatten(x, 1)  # not x.view(1, -1)'
        )
      ]
    };
  }
  return seenWords(trans, { input, target, ...values });
}

/** Whether the visible code says how an output and a target got other lengths. */
export function isSeen({
  input,
  target,
  view,
  steps,
  sliced
}: Values): boolean {
  const times = Number(input) / Number(target);
  const isMany = Number.isInteger(times) && times > 1;
  return (
    (sliced !== undefined && !isMany) ||
    view !== undefined ||
    (steps === 'before' && isMany)
  );
}

/** What the visible code says of an output and a target of other lengths. */
function seenWords(trans: ITranslate, values: Values): SizeWords | null {
  if (!isSeen(values)) {
    return null;
  }
  const { input, target, view, width, steps, sliced } = values;
  const times = Number(input) / Number(target);
  const isMany = Number.isInteger(times) && times > 1;
  if (sliced !== undefined && !isMany) {
    return {
      cause: trans.__(
        'The output has %1 rows, the target %2: each row needs one. One of the two leaves a step out, and the other does not.',
        input,
        target
      ),
      fixes: [check(trans.__('Leave a step out of the other one, too'), sliced)]
    };
  }
  const last = check(
    trans.__('One label per sample: take the last step alone'),
    steps === 'before'
      ? 'out = out[-1]  # before the Linear layer; with batch_first: out[:, -1]'
      : 'out = out[:, -1]  # before the Linear layer'
  );
  if (isMany && steps !== undefined && view !== undefined) {
    return {
      cause: trans.__(
        'The output has %1 rows, the target %2: “%3” makes a row of every step of the RNN, %4 for each sample.',
        input,
        target,
        view,
        times
      ),
      fixes: [
        last,
        check(
          trans.__('A label for each step: flatten the target as well'),
          'loss = criterion(output, target.reshape(-1))'
        )
      ]
    };
  }
  if (steps === 'before' && view === undefined) {
    return {
      cause: trans.__(
        'The output has %1 rows, the target %2: each sample needs one. The RNN was made without batch_first=True, so it takes the first dimension of its input as the steps and the second as the batch.',
        input,
        target
      ),
      fixes: [
        check(
          trans.__('Data [batch, steps, features]: say so'),
          'nn.LSTM(input_size, hidden_size, batch_first=True)  # then out[:, -1]'
        ),
        last
      ]
    };
  }
  if (view === undefined) {
    return null;
  }
  return {
    cause:
      width === undefined
        ? trans.__(
            'The output has %1 rows, the target %2: each sample needs one. “%3” fixes the number of values in a row, so samples of another size come out as more or fewer rows.',
            input,
            target,
            view
          )
        : trans.__(
            'The output has %1 rows, the target %2: each sample needs one. A sample has %4 values at “%3”, which makes rows of another width of them.',
            input,
            target,
            view,
            width
          ),
    fixes: [
      check(
        width === undefined
          ? trans.__('Keep one row for each sample there')
          : trans.__(
              'Keep one row for each sample there, and a layer for %1 values',
              width
            ),
        `x = x.view(x.size(0), -1)${width === undefined ? '' : `  # the Linear layer behind it: nn.Linear(${width}, ...)`}`
      )
    ]
  };
}

/** Whether two whole shapes that a loss refused say anything in particular. */
export function tellShapes(values: Values): boolean {
  return shapeWords(english, values) !== null;
}

/**
 * Cause and fixes, best first, for the sizes that a loss refused.
 *
 * @returns null where the text has none, or say nothing in particular
 */
export function sizeWords(trans: ITranslate, values: Values): SizeWords | null {
  return shapeWords(trans, values) ?? batchWords(trans, values);
}
