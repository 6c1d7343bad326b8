/** Why a result has no history, or a tensor no gradient, as the visible code says. */
import type { IReading } from '../../../incident/types';
import type { ValuesOf } from '../../define';
import { printedText } from '../../predicates';
import { callsIn } from '../../shared/call-text';
import {
  WORD,
  assignmentOf,
  chainOf,
  escaped,
  indentOf,
  lastValue,
  linesBefore,
  ownCall,
  ownLine,
  uses,
  visibleCode
} from '../../shared/ran-code';

export type Reason = ValuesOf<'why' | 'at' | 'name' | 'from'>;

/** A longer line is not shown. */
const MAX_SHOWN = 100;

/** What gives a value without history, whatever is inside of it. */
const CUTS =
  /^torch\.(?:argmax|round)\(|\.(?:detach\(\)|item\(\)|numpy\(\)|tolist\(\)|data|argmax\([\w=, -]{0,20}\)|round\(\))$/;

/** What makes a new value of a result, in the line of the loss itself. */
const MAKES_ANEW =
  /^(?:torch\.(?:tensor|FloatTensor|from_numpy|as_tensor)|Variable|np\.\w{1,20}|float)\(/;

/** Whether a line gives a value without history, itself or in what a loss takes. */
function isCut(line: string): boolean {
  const value = assignmentOf(line)?.value ?? '';
  const [first = ''] = callsIn(value)[0]?.args ?? [];
  return (
    CUTS.test(value) ||
    CUTS.test(first) ||
    // The second value of max() are places.
    /^\s*\w+ ?, ?\w+ ?= ?[\w.]{1,40}\.max\(/.test(line)
  );
}

const MAKES =
  /\btorch\.(?:tensor|arange|ones|zeros|rand|randn|linspace|full|eye)\(/;

/** The line without what cuts the history; undefined where that is not clear. */
function uncut(line: string): string | undefined {
  const code = line
    .trim()
    .replace(/\.(?:detach|item|numpy|argmax|round)\([\w=, -]{0,20}\)/g, '')
    .replace(/\.data\b/g, '');
  return code === line.trim() ||
    MAKES_ANEW.test(assignmentOf(code)?.value ?? '')
    ? undefined
    : code;
}

/** Whether a line makes data rather than a result: `x = torch.tensor([1, 2])`. */
function isData(line: string): boolean {
  const value = assignmentOf(line)?.value ?? '';
  return /^(?:torch|np)\.\w{1,20}\([[(\d]/.test(value);
}

function short(line: string): string {
  const code = line.trim();
  return code.length > MAX_SHOWN ? '' : code;
}

/** Whether a call in the line may bring a history from elsewhere: a model's. */
function callsOthers(line: string): boolean {
  return callsIn(line).some(
    ({ name }) =>
      !/^(?:torch|np|math|F|print|range|len|sum)\b/.test(name) &&
      !/^[a-z_]\w*\.(?:sum|mean|pow|dot|sin|cos|exp|log|matmul|mm|float|double|norm|view|reshape|t|sqrt|abs|relu|sigmoid|tanh)$/i.test(
        name
      )
  );
}

/** The name that `requires_grad_(False)` was called on, or that was set to False. */
function turnedOff(names: readonly string[], lines: readonly string[]): Reason {
  for (const name of names) {
    const one = escaped(name);
    const about = lines
      .filter(line =>
        new RegExp(
          String.raw`(?<![\w.])${one}\.requires_grad(?:_\(| ?= ?)|^\s*${one} ?= ?.{0,200}requires_grad ?= ?\w`
        ).test(line)
      )
      .pop();
    if (about && /requires_grad(?:_\( ?False| ?= ?False)/.test(about)) {
      return { why: 'off', at: short(about), name };
    }
  }
  return {};
}

/** The model whose parameters were frozen, and a copy that was made of it. */
function frozen(lines: readonly string[]): Reason {
  const OFF = /\.requires_grad(?:_\( ?False| ?= ?False)/;
  for (const [at, line] of lines.entries()) {
    const loop =
      /\bfor \w{1,20} in (?<of>[a-z_][\w.]{0,40})\.(?:named_)?parameters\(\)/i.exec(
        line
      )?.groups?.of ??
      /(?<![\w.])(?<of>[a-z_][\w.]{0,40})\.requires_grad_\( ?False/i.exec(line)
        ?.groups?.of;
    if (loop === undefined || !OFF.test(`${line} ${lines[at + 1] ?? ''}`)) {
      continue;
    }
    const copy = lines
      .slice(at)
      .map(
        one =>
          new RegExp(
            String.raw`^\s*(?<copy>[a-z_]\w{0,40}) ?= ?(?:copy\.)?deepcopy\(${escaped(loop)}\)`,
            'i'
          ).exec(one)?.groups?.copy
      )
      .find(Boolean);
    return copy
      ? { why: 'copy', name: copy, from: loop }
      : { why: 'frozen', name: loop };
  }
  return {};
}

/** Whether a line stands below `with torch.no_grad():`, as its indentation says. */
function isUnderNoGrad(line: string, lines: readonly string[]): boolean {
  const at = lines.map(one => one.includes(line)).lastIndexOf(true);
  let room = at < 0 ? 0 : indentOf(lines[at]);
  for (let back = at - 1; back >= 0 && room > 0; back--) {
    const indent = indentOf(lines[back]);
    if (indent < room) {
      room = indent;
      if (/with torch\.(?:no_grad|inference_mode)\(/.test(lines[back])) {
        return true;
      }
    }
  }
  return false;
}

/** What torch/utils/checkpoint.py warns of, and how code asks for checkpointing. */
const NO_INPUT = /None of the inputs have requires_grad=True/;
const CHECKPOINTS =
  /\bgradient_checkpointing(?:_enable\(|["']? ?[=:] ?True)|\buse_checkpoint ?= ?True/;

/**
 * Checkpointing whose blocks get inputs without a gradient, as below frozen
 * embeddings: the reentrant form gives outputs without one then.
 */
function checkpointed(reading: IReading): Reason {
  const text = printedText(reading);
  const isSaid = NO_INPUT.test(text);
  const isLikely = CHECKPOINTS.test(text) && /\b(?:peft|lora)/i.test(text);
  const isMended =
    /enable_input_require_grads|use_reentrant["']? ?[=:] ?False/.test(
      reading.code
    );
  return (isSaid || isLikely) && !isMended
    ? {
        why: 'checkpoint',
        name: /\b(?:peft|lora|transformers)\b/i.test(text) ? 'model' : undefined
      }
    : {};
}

/** The line that turned gradients off for all that follows. */
function switchedOff(before: readonly string[]): Reason {
  const last = before
    .filter(one =>
      /^\s*torch\.set_grad_enabled\((?:mode ?= ?)?\w{4,5}\)/.test(one)
    )
    .pop();
  return last && /False/.test(last) ? { why: 'switched', at: short(last) } : {};
}

/** A forward() whose result has no history. */
function cutInForward(lines: readonly string[]): Reason {
  const start = lines.findIndex(one => /^\s*def forward\(/.test(one));
  if (start < 0) {
    return {};
  }
  const room = indentOf(lines[start]);
  const [above = ''] = lines.slice(start - 1, start);
  const end = lines.findIndex(
    (one, at) => at > start && one.trim() !== '' && indentOf(one) <= room
  );
  const at = /@torch\.(?:no_grad|inference_mode)\(/.test(above)
    ? above
    : lines
        .slice(start, end < 0 ? undefined : end)
        .find(one =>
          /^\s*return .{1,100}(?:\.(?:detach\(\)|item\(\)|data)|\.argmax\([\w=, -]{0,20}\))$/.test(
            one
          )
        );
  return at === undefined ? {} : { why: 'forward', at: short(at) };
}

/** A loss that is computed from what a comparison gave. */
function compared(chain: readonly string[]): Reason {
  const at = chain
    .slice(0, 3)
    .find(one =>
      /[<>]=? ?[\w.]{1,20}\)\.(?:float|double|long|int)\(\)|[^=!<>]== ?[\w.]{1,20}\)\.(?:float|sum|double)\(\)/.test(
        one
      )
    );
  return at === undefined ? {} : { why: 'compared', at: short(at) };
}

/** The tensor that autograd.grad() was asked about and no line asks a gradient of. */
export function unasked(reading: IReading): ValuesOf<'name'> {
  const [, name = ''] = ownCall(/\bgrad$/, reading)?.args ?? [];
  const { lines } = visibleCode(reading);
  const isAsked =
    !/^[a-z_]\w{0,30}$/i.test(name) ||
    lastValue(name, reading) === undefined ||
    lines.some(
      one => /requires_grad|track_gradients/.test(one) && uses(name, one)
    ) ||
    chainOf(name, reading).some(one => /requires_grad/.test(one)) ||
    // A result of a model has a history of its own.
    chainOf(name, reading).slice(0, 1).some(callsOthers);
  return isAsked ? {} : { name };
}

/** Why the tensor that went backward has no history. */
export function detachedBy(reading: IReading): Reason {
  const blocks = checkpointed(reading);
  if (blocks.why) {
    return blocks;
  }
  const line = ownLine(reading);
  const name =
    /(?<![\w.])(?<name>[a-z_]\w{0,40})(?:\.(?:sum|mean)\(\))?\.backward\(/i.exec(
      line
    )?.groups?.name;
  const before = linesBefore(reading);
  if (name === undefined) {
    return {};
  }
  const chain = chainOf(name, reading);
  const names = [
    name,
    ...chain.flatMap(one => [
      ...(assignmentOf(one)?.names ?? []),
      ...[...(assignmentOf(one)?.value ?? '').matchAll(WORD)].map(([w]) => w)
    ])
  ];
  const off = turnedOff([...new Set(names)], before);
  if (off.why) {
    return off;
  }
  const all = switchedOff(before);
  if (all.why) {
    return all;
  }
  const { lines } = visibleCode(reading);
  const last = chain.slice(0, 2).find(one => isUnderNoGrad(one.trim(), lines));
  if (last) {
    return {
      why: 'no-grad',
      at: short(last),
      name: assignmentOf(last)?.names[0] ?? name
    };
  }
  const copied = frozen(lines);
  if (copied.why === 'copy') {
    return copied;
  }
  const cut = chain
    .slice(0, 3)
    .find(
      (one, index) =>
        !isData(one) &&
        (isCut(one) ||
          (index === 0 && MAKES_ANEW.test(assignmentOf(one)?.value ?? '')))
    );
  if (cut) {
    return { why: 'cut', at: short(cut), name, from: uncut(cut) };
  }
  const made = chain.filter(one => MAKES.test(one));
  if (
    made.length > 0 &&
    !chain.some(callsOthers) &&
    !chain.some(one => /requires_grad/.test(one)) &&
    !before.some(
      one =>
        /requires_grad_?\b|nn\.Parameter/.test(one) &&
        made.some(m => uses(assignmentOf(m)?.names[0] ?? '', one))
    )
  ) {
    const leaf = made[made.length - 1];
    return {
      why: 'plain',
      at: short(leaf),
      name: assignmentOf(leaf)?.names[0]
    };
  }
  return (
    [copied, cutInForward(lines), compared(chain)].find(
      ({ why }) => why !== undefined
    ) ?? {}
  );
}

/** The tensor whose `.grad` the failed line asks for. */
function asked(line: string): string | undefined {
  return /(?<![\w.])(?<name>[a-z_][\w.]{0,60})\.grad\b/i.exec(line)?.groups
    ?.name;
}

/** A result kept under the name of a tensor that was to learn: no leaf. */
const NO_LEAF =
  /requires_grad ?= ?True ?\)(?: ?[-+*/]|\.(?:to|cuda|float|double|view|reshape|unsqueeze|mul|div)\()/;

/** The call of a function with all of its arguments: `net(X, w, b)`. */
function callOf(definition: string): string | undefined {
  const text = definition.trim().replace(/^def /, '').replace(/:\s*$/, '');
  const { name, args } = callsIn(text)[0] ?? {};
  return name && args
    ? `${name}(${args.map(arg => arg.split('=')[0].trim()).join(', ')})`
    : undefined;
}

/** Why a tensor has no gradient. */
export function withoutGradient(reading: IReading): Reason {
  const line = ownLine(reading);
  const name = asked(line);
  const before = linesBefore(reading);
  const { lines } = visibleCode(reading);
  const cleared = before
    .map(one => /zero_grad\(\)/.test(one))
    .lastIndexOf(true);
  const passed = before.map(one => /\.backward\(/.test(one)).lastIndexOf(true);
  if (name === undefined) {
    return {};
  }
  if (cleared > passed && passed >= 0) {
    return { why: 'zeroed', at: short(before[cleared]), name };
  }
  const bare = name.split('.')[0];
  const made = lastValue(bare, reading);
  if (made && NO_LEAF.test(made.value)) {
    return { why: 'no-leaf', at: short(made.line), name };
  }
  const [kept] = lines
    .filter(
      one =>
        short(one) !== '' &&
        /^\s*def \w+\(.*\b(?<n>\w+) ?= ?\k<n>\b/.test(one) &&
        !/\bparams\b/.test(one)
    )
    .sort((one, other) => one.length - other.length);
  if (/-= ?|\.data\b/.test(line) && isUnderNoGrad(line, lines)) {
    return kept
      ? { why: 'default', at: short(kept), name, from: callOf(kept) }
      : { why: 'apart', name };
  }
  return passed < 0 && !lines.some(one => /\.backward\(/.test(one))
    ? { why: 'never', name }
    : { name };
}
