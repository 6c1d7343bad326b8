/** What the visible code says of the two that a loss compares. */
import type { IReading } from '../../../incident/types';
import type { ValuesOf } from '../../define';
import { callsIn, partsOf } from '../../shared/call-text';
import { knownSize, printedShape, shapeOf } from '../../shared/literal-shapes';
import {
  assignmentsIn,
  chainOf,
  lastValue,
  loopNames,
  ownLine,
  uses,
  visibleCode
} from '../../shared/ran-code';
import { definitionOf } from '../../shared/visible-code';

/** What the words use of it. */
export type Visible = ValuesOf<
  | 'output'
  | 'answer'
  | 'view'
  | 'width'
  | 'steps'
  | 'sliced'
  | 'constant'
  | 'form'
>;

const LOSS = /loss|crit|entropy|nll|mse|bce|kl_div|objective/i;
const NAME = /^(?:input=|target=)?(?<name>[a-z_]\w{0,30})$/i;

/** The names of output and target in the failed line, where it calls a loss. */
export function namesOf(reading: IReading): Pick<Visible, 'output' | 'answer'> {
  const pairs = callsIn(ownLine(reading)).filter(
    ({ name, args }) =>
      args.length >= 2 &&
      (LOSS.test(name) || LOSS.test(lastValue(name, reading)?.value ?? ''))
  );
  const [output, answer] = (pairs.length === 1 ? pairs[0].args : [])
    .slice(0, 2)
    .map(text => NAME.exec(text.replace(/ ?= ?/, '='))?.groups?.name);
  return { output, answer };
}

/** A line that gives the rows whatever number comes out: `x.view(-1, 320)`. */
const ROWS =
  /[a-z_]\w{0,30}(?:\.contiguous\(\))?\.(?:view|reshape)\( ?\(?-1 ?, ?(?<size>[^(),]{1,60})\)/i;

interface IView {
  readonly line: string;
  /** How many values a sample has there. */
  readonly width: number | null;
}

/** The one line that can have made `rows` of the samples. */
function viewOf(
  rows: number,
  samples: number,
  reading: IReading
): IView | undefined {
  const { lines } = visibleCode(reading);
  const views = lines.flatMap(line => {
    const size = ROWS.exec(line)?.groups?.size;
    const width = size === undefined ? null : knownSize(size, reading);
    const each = width === null ? null : (width * rows) / samples;
    return size === undefined || (each !== null && !Number.isInteger(each))
      ? []
      : [{ line: line.trim(), width: each }];
  });
  const told = views.filter(({ line }) => line.length <= 80);
  return told.length === 1 ? told[0] : undefined;
}

/** How the RNN of the visible code takes a batch: `steps` come before samples or behind. */
function stepsOf(reading: IReading): Visible['steps'] {
  const calls = visibleCode(reading)
    .lines.filter(line => /\b(?:LSTM|GRU|RNN)\(/.test(line))
    .slice(-20);
  return calls.length === 0
    ? undefined
    : calls.every(line => /batch_first ?= ?True/.test(line))
      ? 'behind'
      : 'before';
}

/** Leaves the first or the last step out: `trg[1:]`, `logits[:, :-1]`. */
const SLICED = /^(?<slice>\[(?::, ?)?(?:1:|:-1)[^\]]{0,12}\])/;

/** The slice that a name, or what it was made of, has. */
function sliceOf(name: string, reading: IReading): string | undefined {
  const made = lastValue(name, reading)?.value ?? '';
  const base = /^[a-z_]\w{0,30}/i.exec(made)?.[0] ?? '';
  return SLICED.exec(made.slice(base.length))?.groups?.slice;
}

/** The line of the one that was not cut as the other one was, with the same cut. */
function slicedAlike(
  { output, answer }: Visible,
  reading: IReading
): string | undefined {
  if (output === undefined || answer === undefined) {
    return undefined;
  }
  const [one, other] = [output, answer].map(name => sliceOf(name, reading));
  // Each step of a language model tells the next: its last has no target.
  const [left, slice] =
    one !== undefined && other === undefined
      ? [answer, one.replace(':-1', '1:')]
      : one === undefined && other !== undefined
        ? [output, other.replace(', 1:', ', :-1')]
        : [];
  const made = left && lastValue(left, reading);
  const base = made && /^[a-z_]\w{0,30}/i.exec(made.value)?.[0];
  if (!slice || !left) {
    return undefined;
  }
  const anew = base
    ? `${left} = ${base}${slice}${made.value.slice(base.length)}`
    : `${left} = ${left}${slice}`;
  return anew.length <= 80 && !(base && made.value.startsWith(`${base}(`))
    ? anew
    : undefined;
}

const MAKER =
  /^(?:torch\.(?<maker>ones|zeros|full)\(|Variable\(torch\.(?<inner>ones|zeros)\()/;

/** A target of ones or zeros that was made for a number of samples. */
function constantOf({ answer, output }: Visible, reading: IReading): string {
  const made = answer && lastValue(answer, reading)?.value;
  const { maker, inner } = MAKER.exec(made || '')?.groups ?? {};
  const like = maker ?? inner;
  if (!like || !answer) {
    return '';
  }
  const number = /^torch\.full\(.{1,60}[)\]], ?(?<number>[\w.]{1,20})/.exec(
    made ?? ''
  )?.groups?.number;
  return like === 'full'
    ? number
      ? `${answer} = torch.full_like(${output ?? 'output'}, ${number})`
      : ''
    : `${answer} = torch.${like}_like(${output ?? 'output'})`;
}

const ONE_HOT = /one_?hot|to_categorical|get_dummies|LabelBinarizer|\beye\(/i;
const COLUMN =
  /\[\[ ?['"][^\]]{1,40}\]\]|\.(?:view|reshape)\( ?\(?-1 ?, ?1 ?\)|\.unsqueeze\( ?-?1 ?\)|iloc\[:, ?-1:\]|keepdim ?= ?True/;

/** A list of one number, of which a tensor was made: `torch.tensor([self.y[i]])`. */
const LISTED =
  /(?:^|\.(?:tensor|Tensor|LongTensor|FloatTensor|array)\( ?)\[ ?[\w.]{1,40}(?:\[[\w.]{1,30}\])?(?:\.\w{1,20}\[[\w.]{1,30}\])? ?\]/;

/**
 * What the one visible data set gives as the label of a sample: a list of one
 * number, which a batch makes a column of, or all labels at once.
 */
export function sampleLabel(reading: IReading): 'column' | 'whole' | undefined {
  const {
    parameters = [],
    returns = [],
    body = []
  } = definitionOf('__getitem__', reading) ?? {};
  const index = parameters[1]?.name;
  const parts = returns.length === 1 ? partsOf(returns[0]) : null;
  const [sample = '', label = ''] = parts?.length === 2 ? parts : [];
  if (index === undefined || label === '') {
    return undefined;
  }
  const made = /^\w{1,40}$/.test(label.trim())
    ? (assignmentsIn(body)
        .filter(({ names }) => names.includes(label.trim()))
        .pop()?.value ?? label)
    : label;
  return LISTED.test(made.trim())
    ? 'column'
    : /^self\.\w{1,40}$/.test(made.trim()) && uses(index, sample)
      ? 'whole'
      : undefined;
}

/** The target of the loss in the failed line, where it is made there. */
function writtenTarget(reading: IReading): string {
  const calls = callsIn(ownLine(reading)).filter(
    ({ name, args }) => LOSS.test(name) && args.length >= 2
  );
  return calls.length === 1 ? calls[0].args[1] : '';
}

/** Whether a loop over a loader gives the name its value, and nothing after it. */
function isLooped(name: string | undefined, reading: IReading): boolean {
  const { lines } = visibleCode(reading);
  // The data set has names of its own.
  const inside = definitionOf('__getitem__', reading)?.body ?? [];
  return (
    name !== undefined &&
    loopNames(lines).includes(name) &&
    assignmentsIn(lines).every(
      ({ names, line }) => !names.includes(name) || inside.includes(line)
    )
  );
}

/**
 * Whether the target has a number for each class, a column of one number, or for
 * each sample the labels of all.
 */
export function formOf(
  answer: string | undefined,
  reading: IReading
): Visible['form'] {
  const shape = answer
    ? (printedShape(answer, reading) ?? shapeOf(answer, reading))
    : shapeOf(writtenTarget(reading), reading);
  if (shape && shape.length === 2) {
    return shape[1] === 1 ? 'column' : 'one-hot';
  }
  const { lines } = visibleCode(reading);
  const chain = answer === undefined ? [] : chainOf(answer, reading);
  const given = sampleLabel(reading);
  if (given !== undefined && isLooped(answer, reading)) {
    return given;
  }
  for (const seen of [chain, lines]) {
    const [isOneHot, isColumn] = [ONE_HOT, COLUMN].map(pattern =>
      seen.some(line => pattern.test(line))
    );
    if (isOneHot !== isColumn) {
      return isOneHot ? 'one-hot' : 'column';
    }
  }
  return undefined;
}

/** What can be seen of a loss that refused two sizes. */
export function visibleOf(
  { input, target }: ValuesOf<'input' | 'target'>,
  reading: IReading
): Visible {
  const names = namesOf(reading);
  const [rows, samples] = [input, target].map(Number);
  const view =
    rows > 0 && samples > 0 ? viewOf(rows, samples, reading) : undefined;
  return {
    ...names,
    view: view?.line,
    width: view?.width ? `${view.width}` : undefined,
    steps: stepsOf(reading),
    sliced: slicedAlike(names, reading),
    constant: constantOf(names, reading) || undefined,
    form: formOf(names.answer, reading)
  };
}
