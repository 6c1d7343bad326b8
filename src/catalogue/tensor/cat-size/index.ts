import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { printedText } from '../../predicates';
import { messageOrLog } from '../../signs';
import { callsIn, partsOf } from '../../shared/call-text';
import { shapeOf } from '../../shared/literal-shapes';
import { ownLine, visibleCode } from '../../shared/ran-code';
import { enclosing } from '../../shared/visible-code';
import { LINKS } from '../shared/links';
import { lastLeftOut } from '../shared/last-batch';

/** The DataLoader stacks its batch itself: that is `dataloader/collate-size`. */
const COLLATE = /collate|in DataLoader worker|utils[\\/]data[\\/]/;

const outside = ({ exceptions, log }: IReading): boolean =>
  !COLLATE.test(log) &&
  !exceptions.some(({ frames, message }) =>
    [message, ...frames.map(one => `${one.file} ${one.func}`)].some(text =>
      COLLATE.test(text)
    )
  );

/** The frames are there to show it, not only missing. */
const knownOutside = (reading: IReading): boolean =>
  outside(reading) && reading.exceptions.some(one => one.frames.length > 0);

/**
 * Up to torch 1.1 the DataLoader stacked a batch with this very text, along
 * dimension 0 and on the CPU (TH, not THC).
 */
const OLD_STACK =
  /invalid argument 0: Sizes of tensors must match except in dimension 0\. Got (?<first>\d+) and (?<second>\d+) in dimension (?<dim>\d{1,3})(?! at \S+THC)/;

type Values = ValuesOf<
  | 'first'
  | 'second'
  | 'along'
  | 'dim'
  | 'parts'
  | 'shapes'
  | 'fits'
  | 'filled'
  | 'looped'
  | 'edges'
  | 'list'
  | 'single'
>;

/** Where one of the sizes is 1, the other tensor may be meant to go with each. */
function isSingle({ first, second }: Values): boolean {
  return (first === '1') !== (second === '1') && !!first && !!second;
}

/** Words of graphs, whose edges are a pair of rows. */
const GRAPH = /\bedge_index\b|\bself_loops?\b|torch_geometric/;

/** Whether one of the two is an edge list that stands upright, [edges, 2]. */
function isUprightEdges({ first, second, edges }: Values): boolean {
  const sizes = [Number(first), Number(second)];
  return edges !== undefined && sizes.includes(2) && Math.max(...sizes) > 8;
}

/** Whether a list is joined along its features whose last entry is a shorter batch. */
function isOfBatches({ first, second, along, list }: Values): boolean {
  return (
    list !== undefined &&
    (along === '1' || along === '-1') &&
    Number(second) < Number(first)
  );
}

/** The tensors of a join by how many dimensions they have, the most first. */
function byDimensions({
  first,
  second,
  parts
}: Values): readonly [string, string] {
  const names = /^[[(]/.test(parts ?? '')
    ? (partsOf(parts?.slice(1, -1) ?? '') ?? [])
    : [];
  const [one = 'x', other = 'v'] =
    names.length === 2 && names.every(name => /^[\w.]{1,40}$/.test(name))
      ? names
      : [];
  return Number(first) >= Number(second) || names.length !== 2
    ? [one, other]
    : [other, one];
}

/** Whether the code shows the same first size of all of them: the batch. */
function isOfOneBatch({ shapes }: Values): boolean {
  const firsts = [...(shapes ?? '').matchAll(/\[(\d+)/g)].map(([, n]) => n);
  return firsts.length > 1 && new Set(firsts).size === 1;
}

/** What tensors that differ in their number of dimensions may need. */
function dimsFixes(trans: ITranslate, values: Values): IFix[] {
  const { first, second, parts, list } = values;
  const [more, less] = [Number(first), Number(second)].sort((a, b) => b - a);
  const [most, fewer] = byDimensions(values);
  const channel = check(
    trans.__('A mask or a gray image: give it the channel dimension'),
    `${fewer} = ${fewer}.unsqueeze(1)`
  );
  if (!first || !second) {
    return [
      check(
        trans.__('Single numbers: torch.stack() makes a row of them'),
        `values = torch.stack(${list ?? parts ?? 'values'})`
      )
    ];
  }
  if (more - less > 1) {
    return [
      check(
        trans.__('A vector for each place: spread it over the others'),
        `${fewer} = ${fewer}[${['...', ...Array.from({ length: more - less }, () => 'None')].join(', ')}].expand(-1, -1, *${most}.shape[${less}:])`
      ),
      check(
        trans.__('Or flatten the larger one to features'),
        `${most} = ${most}.flatten(1)`
      )
    ];
  }
  return more === 3
    ? [
        check(
          trans.__('A vector for each step of a sequence: repeat it'),
          `${fewer} = ${fewer}.unsqueeze(1).expand(-1, ${most}.size(1), -1)`
        ),
        check(
          trans.__('Or features of one sample each: flatten the larger one'),
          `${most} = ${most}.flatten(1)`
        )
      ]
    : more === 4
      ? isOfOneBatch(values)
        ? [channel]
        : [
            check(
              trans.__('One sample: give it the batch dimension'),
              `${fewer} = ${fewer}.unsqueeze(0)`
            ),
            channel
          ]
      : [
          check(
            trans.__('Give the tensor the dimension it lacks'),
            `${fewer} = ${fewer}.unsqueeze(1)  # [N] becomes [N, 1]; unsqueeze(0): [1, N]`
          )
        ];
}

/** Whether they are joined along the batch, as no skip connection is. */
function joinsSamples({ first, along = '0' }: Values): boolean {
  return first !== undefined && along === '0';
}

/**
 * Whether the sizes may come from halving and doubling: three times of each
 * changes a size by at most 8, and gives an even one. So too where no sizes are
 * known.
 */
function isHalved(values: Values): boolean {
  const { first, second } = values;
  if (!first || !second) {
    return true;
  }
  const [one, other] = [Number(first), Number(second)];
  return (
    !joinsSamples(values) &&
    Math.abs(one - other) <= 8 &&
    Math.min(one, other) > 3 &&
    (one % 2 === 0 || other % 2 === 0)
  );
}

/** Whether one size is that of colours, and the other that of an image's side. */
function isColour({ first, second }: Values): boolean {
  const sizes = [Number(first), Number(second)];
  return Math.min(...sizes) === 3 && Math.max(...sizes) >= 32;
}

/** How often the smaller size is in the larger, where that leaves no rest. */
function timesOf({ first, second }: Values): number | undefined {
  const [small, large] = [Number(first), Number(second)].sort((a, b) => a - b);
  return small > 1 && large > small && large % small === 0
    ? large / small
    : undefined;
}

/** The tensors that the line joins, where the visible code tells their shapes. */
function joinedIn(
  reading: IReading
): ValuesOf<'parts' | 'shapes' | 'fits' | 'list' | 'single'> {
  const line = ownLine(reading);
  const call = callsIn(line).find(({ name }) =>
    /^torch\.(?:cat|concat|[hvd]stack)$/.test(name)
  );
  const parts = call?.args[0] ?? '';
  const names = /^[[(]/.test(parts) ? (partsOf(parts.slice(1, -1)) ?? []) : [];
  if (names.length < 2) {
    return /^[a-z_][\w.]{0,40}$/i.test(parts) ? { list: parts } : {};
  }
  const shapes = names.map(name => shapeOf(name, reading));
  if (shapes.some(shape => shape === null)) {
    return { parts };
  }
  const all = shapes as (readonly number[])[];
  const [first] = all;
  const free = first.findIndex((_, dim) =>
    all.every(
      shape =>
        shape.length === first.length &&
        shape.every((size, at) => at === dim || size === first[at])
    )
  );
  const most = Math.max(...all.map(([batch]) => batch));
  const single = all.findIndex(
    ([batch, ...rest]) => batch === 1 && most > 1 && rest.length > 0
  );
  return {
    parts,
    single:
      single < 0
        ? undefined
        : `${names[single]} = ${names[single]}.expand(${[most, ...all[single].slice(1).map(() => '-1')].join(', ')})`,
    shapes: all.map(shape => `[${shape.join(', ')}]`).join(', '),
    fits:
      free < 0 || call?.name.endsWith('stack')
        ? undefined
        : `torch.cat(${parts}, dim=${free})`
  };
}

/** The list that is joined, what fills it, and what the loop around that goes over. */
function emptyIn(reading: IReading): ValuesOf<'parts' | 'filled' | 'looped'> {
  const frames = reading.exceptions.flatMap(one => one.frames);
  const codes = frames.map(({ code }) => code).reverse();
  const call = [ownLine(reading), ...codes]
    .flatMap(callsIn)
    .find(({ name }) => /^torch\.(?:cat|concat|[hvd]?stack)$/.test(name));
  const parts = call?.args[0]?.replace(/^tensors ?= ?/, '');
  if (parts === undefined || !/^[a-z_][\w.]{0,60}$/i.test(parts)) {
    return {};
  }
  const { lines } = visibleCode(reading);
  const at = lines.findIndex(line =>
    line.trimStart().startsWith(`${parts}.append(`)
  );
  const loop = lines[enclosing(lines, at, /^\s*for /)];
  return {
    parts,
    filled: at < 0 ? undefined : lines[at].trim(),
    looped: /^\s*for [\w, ()]{1,60} in (?<over>[^:]{1,60}):/.exec(loop ?? '')
      ?.groups?.over
  };
}

/** `torch.cat([style, features], dim=1)`: which is single is seen there. */
const TWO_NAMES =
  /\btorch\.(?:cat|concat)\([[(][a-z_][\w.]{0,40}, ?[a-z_][\w.]{0,40}[\])]/i;

/** Words of what makes batches. */
const LOADER = /loader\b|\bbatch_size\b|drop_last/i;

/**
 * Whether more than two sizes is at hand: the line that joins, or sizes that say
 * how they came about.
 */
function isTold(values: Values, reading: IReading): boolean {
  const text = printedText(reading);
  const seen: Values = {
    ...values,
    ...joinedIn(reading),
    edges: GRAPH.test(text) ? 'yes' : undefined
  };
  const { first, second, dim, list, parts } = seen;
  if (
    reading.incident.tensors !== undefined ||
    list !== undefined ||
    parts !== undefined
  ) {
    return true;
  }
  if (!first || !second) {
    return false;
  }
  return (
    isUprightEdges(seen) ||
    (isSingle(seen) &&
      TWO_NAMES.test(ownLine(reading) || reading.incident.source)) ||
    (dim === '0' && LOADER.test(text)) ||
    (!isSingle(seen) && (isColour(seen) || isHalved(seen)))
  );
}

function emptyCause(
  trans: ITranslate,
  { parts, filled, looped }: Values
): string {
  if (parts === undefined) {
    return trans.__(
      'torch.cat() and torch.stack() need at least one tensor. Often a loop collected nothing, since the loader or the selection before it was empty.'
    );
  }
  if (filled === undefined) {
    return trans.__(
      '%1 has no entry, and torch.cat() and torch.stack() need at least one tensor. So what it is made of was empty: no file in the folder, no sample that passed a filter, a loader without a batch.',
      parts
    );
  }
  return looped === undefined
    ? trans.__(
        '%1 is still empty: the line that fills it, %2, did not run once.',
        parts,
        filled
      )
    : trans.__(
        '%1 is still empty: the line that fills it, %2, did not run once. Either %3 has no entry, or a condition around that line was never met.',
        parts,
        filled,
        looped
      );
}

function emptyFixes(trans: ITranslate, { parts, looped }: Values): IFix[] {
  if (looped !== undefined) {
    // A number of an iterator or of enumerate() is not to be had.
    const source = /^(?:tqdm|enumerate)\((?<of>[\w.]{1,50})[,)]/.exec(looped);
    const over = source?.groups?.of ?? looped;
    return [
      {
        safety: 'diagnostic',
        title: trans.__('See whether the loop has anything to go over'),
        code: `print(len(${over}))`
      },
      check(
        trans.__('Nothing is a possible result: leave the join out then'),
        `if ${parts}:\n    pass  # the join stands in here`
      )
    ];
  }
  return [
    {
      safety: 'diagnostic',
      title: trans.__('See where the list should have been filled'),
      code:
        parts === undefined
          ? 'print(len(tensors))'
          : `print(len(${parts}))  # behind each line that fills it`
    }
  ];
}

function printShapes(trans: ITranslate, parts = 'tensors'): IFix {
  return {
    safety: 'diagnostic',
    ofLine: true,
    title: trans.__('Print the shapes just before the line'),
    code: `print([t.shape for t in ${parts}])`
  };
}

function sizeCause(trans: ITranslate, values: Values): string {
  const { first, second, along, dim } = values;
  if (values.shapes) {
    return trans.__(
      'The tensors are %1. Joined along dimension %2 they must agree in all others.',
      values.shapes,
      along ?? '0'
    );
  }
  if (isUprightEdges(values)) {
    return trans.__(
      'An edge list is edge_index of shape [2, edges], and here 2 meets %1: one of the two that are joined is [edges, 2], or has been turned once too often.',
      first === '2' ? second : first
    );
  }
  if (dim === '0') {
    return trans.__(
      'The tensors have %1 and %2 in dimension 0, which is the batch. Often the last batch of a loader is shorter, or one of the tensors was made for a fixed batch size.',
      first ?? '?',
      second ?? '?'
    );
  }
  if (!first || !second) {
    return trans.__(
      'Tensors that are joined must agree in all dimensions but the one they are joined along. Often an odd size was halved and doubled again, or one tensor lacks a dimension.'
    );
  }
  if (isSingle(values)) {
    return trans.__(
      'Tensors that are joined along dimension %3 must agree in all others, and here %1 meets %2. torch.cat() repeats nothing: where the one of size 1 belongs to each of the others, it must be expanded first.',
      first,
      second,
      along ?? '0'
    );
  }
  if (isColour(values)) {
    return trans.__(
      'Tensors that are joined along dimension %3 must agree in all others, and here %1 meets %2. Colour images have 3 channels, so one of the tensors may have its channels last, [N, H, W, 3], and the other before height and width.',
      first,
      second,
      along ?? '0'
    );
  }
  if (joinsSamples(values)) {
    return trans.__(
      'Tensors that are joined along dimension %3 must agree in all others, and here %1 meets %2. Along dimension 0 samples are put together (a batch, the nodes of graphs), so two of them differ in their number of features, their length or the size of their images.',
      first,
      second,
      along ?? '0'
    );
  }
  if (isOfBatches(values)) {
    return trans.__(
      'The parts of %4 are joined along dimension %3, so they must agree in all others, and here %1 meets %2. In a list of outputs dimension 0 is the batch, and the last batch of a loader is shorter.',
      first,
      second,
      along ?? '1',
      values.list
    );
  }
  const times = timesOf(values);
  if (times !== undefined && !isHalved(values)) {
    return trans.__(
      'Tensors that are joined along dimension %3 must agree in all others, and here %1 meets %2, which is %4 times as much or as little: one side was reduced or enlarged more often, or belongs to another model.',
      first,
      second,
      along ?? '0',
      times
    );
  }
  return isHalved(values)
    ? trans.__(
        'Tensors that are joined along dimension %3 must agree in all others, and here %1 meets %2. Often an odd size was halved and doubled again: 25 becomes 12, then 24.',
        first,
        second,
        along ?? '0'
      )
    : trans.__(
        'Tensors that are joined along dimension %3 must agree in all others, and here %1 meets %2. Images or sequences of different size were brought together, or two branches of the model reduce the size differently.',
        first,
        second,
        along ?? '0'
      );
}

function sizeFixes(trans: ITranslate, values: Values): IFix[] {
  if (values.shapes) {
    return [
      ...(values.single && values.along !== '0'
        ? [
            check(
              trans.__('Repeat the single one for each of the batch'),
              values.single
            )
          ]
        : []),
      ...(values.fits
        ? [
            check(
              trans.__('Join along the dimension that differs'),
              values.fits
            )
          ]
        : []),
      printShapes(trans, values.parts)
    ];
  }
  const resize: IFix = {
    safety: 'check',
    title: trans.__('Skip connections: bring one to the size of the other'),
    detail: trans.__(
      'Or use image sizes that can be divided by 2 as often as the network does it.'
    ),
    code: 'up = F.interpolate(up, size=skip.shape[-2:])'
  };
  if (values.dim === '0') {
    return [
      lastLeftOut(trans.__('Skip the shorter last batch')),
      printShapes(trans),
      resize
    ];
  }
  if (isOfBatches(values)) {
    return [
      check(
        trans.__('Results of batches: join them along dimension 0'),
        `joined = torch.cat(${values.list}, dim=0)`
      ),
      printShapes(trans, values.list)
    ];
  }
  if (isUprightEdges(values)) {
    return [
      check(
        trans.__('Bring edge_index to [2, edges]'),
        'edge_index = edge_index.t().contiguous()  # int64'
      ),
      printShapes(trans)
    ];
  }
  if (isColour(values)) {
    return [
      printShapes(trans),
      check(
        trans.__('Channels last in one of them: bring them forward'),
        'images = images.permute(0, 3, 1, 2)  # [N, H, W, 3] becomes [N, 3, H, W]'
      )
    ];
  }
  if (joinsSamples(values)) {
    // A size of 1 is no sample that is shorter.
    return isSingle(values)
      ? [printShapes(trans, values.list ?? values.parts)]
      : [
          printShapes(trans, values.list ?? values.parts),
          ...(values.parts === undefined
            ? []
            : [
                check(
                  trans.__('Features of the same samples: join side by side'),
                  `joined = torch.cat(${values.parts}, dim=1)`
                )
              ]),
          check(
            trans.__('Samples of different length: pad them to the longest'),
            'x = pad_sequence(samples, batch_first=True)  # of torch.nn.utils.rnn',
            trans.__(
              'A different number of features is no matter of length: make all samples in the same way.'
            )
          )
        ];
  }
  if (isSingle(values)) {
    return [
      {
        safety: 'check',
        title: trans.__('Repeat the single one for each of the others'),
        detail: trans.__(
          'Dimension 0 is the batch: with classifier-free guidance it is twice that of the images.'
        ),
        code: 'y = y.expand(x.size(0), *y.shape[1:])'
      },
      printShapes(trans)
    ];
  }
  if (values.first === undefined || values.second === undefined) {
    return [
      printShapes(trans),
      check(
        trans.__('A batch of samples: the same other sizes in each'),
        'for sample in dataset:\n    print([(k, v.shape) for k, v in sample])  # graphs: edge_index is [2, edges]',
        trans.__(
          'Batches of graphs join features, edges and targets: all but the number of nodes or edges must agree.'
        )
      ),
      resize
    ];
  }
  return isHalved(values)
    ? [resize, printShapes(trans)]
    : [printShapes(trans, values.list ?? values.parts), resize];
}

export default define({
  id: 'tensor/cat-size',
  infers: true,
  answers: [
    'Sizes of tensors must match except in dimension 1. Expected size 24 but got size 23 for tensor number 1 in the list.',
    'invalid argument 0: Sizes of tensors must match except in dimension 1. Got 14 and 13 in dimension 0',
    'Tensors must have same number of dimensions: got 2 and 3',
    'zero-dimensional tensor (at position 0) cannot be concatenated',
    'inconsistent tensor sizes at THCTensorMath.cu'
  ],
  values: [
    'first',
    'second',
    'along',
    'dim',
    'parts',
    'shapes',
    'edges',
    'fits',
    'filled',
    'looped',
    'list',
    'single'
  ],
  known: reading => ({
    ...joinedIn(reading),
    edges: GRAPH.test(printedText(reading)) ? 'yes' : undefined
  }),
  kinds: {
    size: {
      signs: [
        ...messageOrLog(
          /(?<!invalid argument 0: )Sizes of tensors must match except in dimension(?: (?<along>-?\d{1,3})(?:\. (?:Expected size|Got) (?<first>\d+) (?:but got size|and) (?<second>\d+)(?: in dimension (?<dim>-?\d{1,3}))?)?)?/,
          { when: outside, tells: isTold }
        ),
        ...messageOrLog(
          /invalid argument 0: Sizes of tensors must match except in dimension (?<along>[1-9]\d?)\. Got (?<first>\d+) and (?<second>\d+) in dimension (?<dim>\d{1,3})/,
          { when: outside, tells: isTold }
        ),
        ...messageOrLog(
          /invalid argument 0: Sizes of tensors must match except in dimension 0\. Got (?<first>\d+) and (?<second>\d+) in dimension (?<dim>\d{1,3}) at \S+THC/,
          { tells: isTold }
        ),
        ...messageOrLog(OLD_STACK, { when: knownOutside, tells: isTold }),
        ...messageOrLog(OLD_STACK, {
          when: outside,
          tells: isTold,
          confidence: 'possible'
        }),
        ...messageOrLog(/inconsistent tensor sizes at /, {
          when: outside,
          tells: isTold,
          confidence: 'likely'
        })
      ],
      words: (trans, values) => ({
        title:
          values.first && values.second
            ? trans.__(
                'Joined tensors differ in size: %1 and %2',
                values.first,
                values.second
              )
            : trans.__('Tensors to be joined differ in size'),
        cause: sizeCause(trans, values),
        fixes: sizeFixes(trans, values)
      })
    },
    dims: {
      signs: [
        ...messageOrLog(
          /Tensors must have (?:the )?same number of dimensions(?:: got (?<first>\d{1,3}) and (?<second>\d{1,3}))?/,
          { when: outside }
        ),
        ...messageOrLog(
          /zero-dimensional tensor \(at position \d{1,6}\) cannot be concatenated/,
          { when: outside }
        )
      ],
      words: (trans, { first, second, ...rest }) => ({
        title:
          first && second
            ? trans.__(
                'Joined tensors have %1 and %2 dimensions',
                first,
                second
              )
            : trans.__('Tensors to be joined differ in dimensions'),
        cause:
          first && second
            ? trans.__(
                'Tensors are joined that have the same number of dimensions: torch.cat() adds none and repeats nothing.'
              )
            : trans.__(
                'torch.cat() joins tensors along a dimension that they have, and a single number, such as a loss, has none.'
              ),
        fixes: [
          ...dimsFixes(trans, { first, second, ...rest }),
          printShapes(trans, rest.list ?? rest.parts)
        ]
      })
    },
    empty: {
      signs: messageOrLog(
        /expected a non-empty list of Tensors|stack expects a non-empty TensorList|There were no tensor arguments to this function \(e\.g\., you passed an empty list of Tensors\)/,
        { read: (_, reading) => emptyIn(reading) }
      ),
      words: (trans, values) => ({
        title: trans.__('There is nothing to join: the list is empty'),
        cause: emptyCause(trans, values),
        fixes: emptyFixes(trans, values)
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The traceback passes through default_collate or a DataLoader worker: then the samples of a batch differ in shape.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: cat, what must agree'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.cat.html'
      },
      LINKS.dataLoader(trans)
    ]
  })
});
