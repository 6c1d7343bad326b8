/** Which of the two was left behind, as the message and the visible code tell. */
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { ValuesOf } from '../../define';
import { check } from '../../fix';
import { callsIn } from '../../shared/call-text';
import {
  assignmentsIn,
  escaped,
  lastValue,
  ownLine,
  visibleCode
} from '../../shared/ran-code';

/** What was left: an input, the target, weights of a loss, layers in a list … */
export type Left = ValuesOf<'left' | 'how' | 'leftAs'>;

const LOSS = /loss|crit|entropy|nll|mse|bce|objective/i;
const MAX_LINE = 120;

/** `device` where the code has such a name, else that of the GPU. */
export function deviceIn(reading: IReading): string {
  return visibleCode(reading).lines.some(line => /^\s*device ?=/.test(line))
    ? 'device'
    : "'cuda'";
}

/** The line of the cell itself, which calls the model. */
function cellLine(reading: IReading): string {
  const frames = reading.exceptions.find(one => one.frames.length > 0)?.frames;
  return (
    frames?.find(({ place, code }) => place !== 'library' && code !== '')
      ?.code ?? ownLine(reading)
  );
}

const BASE = /^\*{0,2}(?<base>[a-z_]\w{0,30}(?:\.[xy])?)\b(?!\()/i;

/** The name that an argument begins with: `img` of `img.view(1, -1)`. */
function baseOf(argument: string | undefined): string | undefined {
  const text = (argument ?? '').replace(/^\w{1,20} ?= ?(?!=)/, '');
  const base = BASE.exec(text)?.groups?.base;
  return base === 'torch' || base === 'self' ? undefined : base;
}

/** Whether a line moves a name and keeps what it moved, or makes it there. */
function isMoved(name: string, reading: IReading): boolean {
  const made = lastValue(name, reading)?.value ?? '';
  return (
    /\bdevice\b|\.cuda\b|['"]cuda/.test(made) ||
    visibleCode(reading).lines.some(line =>
      new RegExp(
        String.raw`(?:=|return|,|\()\s?${escaped(name)}\.(?:to|cuda)\(`
      ).test(line)
    )
  );
}

/** A tensor of the user's, with the line that moves it. */
function moved(name: string, how: string, reading: IReading): Left {
  const forgets = visibleCode(reading).own.some(line =>
    new RegExp(String.raw`^\s*${escaped(name)}\.(?:to|cuda)\(`).test(line)
  );
  return {
    left: name,
    how: forgets ? 'forgotten' : how,
    leftAs: `${name} = ${name}.to(${deviceIn(reading)})`
  };
}

/** The weights of the classes that a loss was made with. */
function classWeights(reading: IReading): Left {
  for (const { value, line } of assignmentsIn(
    visibleCode(reading).lines
  ).reverse()) {
    const call = callsIn(value).find(({ name }) => /Loss$/.test(name));
    const given = call?.args.find(arg => /^(?:pos_)?weight ?=/.test(arg));
    const name = /= ?(?<name>[a-z_]\w{0,30})$/i.exec(given ?? '')?.groups?.name;
    if (name && given && line.length <= MAX_LINE) {
      return {
        left: name,
        how: 'weights',
        leftAs: line.trim().replace(given, `${given}.to(${deviceIn(reading)})`)
      };
    }
  }
  return {};
}

/** Layers in a plain list of a module, which .to() does not find. */
function listed(reading: IReading): Left {
  const { lines } = visibleCode(reading);
  const lists = assignmentsIn(lines).filter(
    ({ names, value }) =>
      /^self\.\w+$/.test(names[0]) &&
      (/^\[ ?nn\./.test(value) ||
        (value === '[]' &&
          lines.some(
            line =>
              line.includes(`${names[0]}.append(`) &&
              /\bappend\((?:nn\.|[A-Z])/.test(line)
          )))
  );
  if (lists.length !== 1 || lists[0].line.length > MAX_LINE) {
    return {};
  }
  const [{ names, value }] = lists;
  return {
    left: names[0],
    how: 'list',
    leftAs: `${names[0]} = nn.ModuleList(${value === '[]' ? '' : value})`
  };
}

const ATTRIBUTE = /(?<![\w.])self\.(?<name>[a-z_]\w{0,30})(?![\w(])/gi;

/** A tensor that a module keeps as a plain attribute. */
function attribute(reading: IReading): Left {
  const found = [...ownLine(reading).matchAll(ATTRIBUTE)].flatMap(
    ({ groups }) => {
      const name = groups?.name ?? '';
      const value = lastValue(`self.${name}`, reading)?.value ?? '';
      return value === '' ||
        /Parameter\(|register_buffer|\bnn\.|^[A-Z]\w*\(|^-?[\d.]+$|^[[{'"(]|device|^(?:None|True|False)\b|\.(?:to|cuda)\(/.test(
          value
        ) ||
        !/\btorch\.|^[a-z_]\w*(?:\.(?:unsqueeze|view|t|transpose|float|reshape)\(|$)/.test(
          value
        )
        ? []
        : [{ name, value }];
    }
  );
  if (found.length !== 1 || found[0].value.length > 80) {
    return {};
  }
  const [{ name, value }] = found;
  // A parameter of __init__ may be anything.
  const isTensor =
    /\btorch\./.test(value) ||
    /\btorch\./.test(
      lastValue(/^\w+/.exec(value)?.[0] ?? '', reading)?.value ?? ''
    );
  return isTensor
    ? {
        left: `self.${name}`,
        how: 'buffer',
        leftAs: `self.register_buffer('${name}', ${value})`
      }
    : {};
}

/** The model that the cell calls, where no line moves it. */
function unmoved(callee: string | undefined, reading: IReading): Left {
  const isModel =
    callee !== undefined &&
    /^(?:nn\.)?[A-Z]\w{0,40}\(|from_pretrained\(|models\.\w+\(|^torch\.(?:jit\.)?load\(/.test(
      lastValue(callee, reading)?.value ?? ''
    );
  return isModel &&
    !isMoved(callee, reading) &&
    !/\.(?:to|cuda)\(|device/.test(lastValue(callee, reading)?.value ?? '') &&
    !visibleCode(reading).lines.some(line =>
      new RegExp(String.raw`^\s*${callee}\.(?:to|cuda)\(`).test(line)
    )
    ? {
        left: callee,
        how: 'model',
        leftAs: `${callee} = ${callee}.to(${deviceIn(reading)})`
      }
    : {};
}

/** What stayed on the CPU; nothing where message and code do not tell. */
export function leftOf(
  { argument = '', given = '', wanted = '', one, other }: Values,
  reading: IReading
): Left {
  const line = cellLine(reading);
  const own = ownLine(reading);
  const loss = callsIn(own).find(
    ({ name, args }) =>
      args.length >= 2 &&
      (LOSS.test(name) || /Loss\(/.test(lastValue(name, reading)?.value ?? ''))
  );
  if (loss !== undefined && /cpu/i.test(given)) {
    const target = baseOf(loss.args[1]);
    return argument === 'weight' || argument === 'pos_weight'
      ? classWeights(reading)
      : argument === 'target' && target && !isMoved(target, reading)
        ? moved(target, 'target', reading)
        : {};
  }
  const [call] = callsIn(line).filter(
    ({ name, args }) => args.length > 0 && !/^(?:print|torch\.|len$)/.test(name)
  );
  const callee = call?.name.split('.')[0];
  const isLayers =
    (/^(?:mat2|weight|bias)$/.test(argument) && /cpu/i.test(given)) ||
    (/^(?:mat1|input|index)$/.test(argument) &&
      /cpu/i.test(wanted) &&
      !/cpu/i.test(given));
  if (isLayers) {
    const list = listed(reading);
    return list.left ? list : unmoved(callee, reading);
  }
  // The argument is the one that differs from those before: the input came first.
  const isInput =
    (/^(?:mat1|input|index)$/.test(argument) && /cpu/i.test(given)) ||
    (/^(?:mat2|weight|bias)$/.test(argument) &&
      /cpu/i.test(wanted) &&
      !/cpu/i.test(given));
  if (isInput) {
    const input = baseOf(call?.args.find(arg => !/^\w+ ?=(?!=)/.test(arg)));
    return input && !isMoved(input, reading)
      ? moved(input, 'input', reading)
      : {};
  }
  return argument === '' && [one, other].some(place => /cpu/i.test(place ?? ''))
    ? attribute(reading)
    : {};
}

/** What brings it to where the rest is. */
export function leftFixes(trans: ITranslate, values: Values): IFix[] {
  const { left, how, leftAs } = values;
  if (!left || !leftAs) {
    return [];
  }
  switch (how) {
    case 'forgotten':
      return [
        check(
          trans.__('to() gives a new tensor: keep it under the name'),
          leftAs
        )
      ];
    case 'weights':
      return [
        check(trans.__('Move the class weights that the loss has'), leftAs)
      ];
    case 'list':
      return [
        check(
          trans.__('Layers in a plain list stay behind: take a ModuleList'),
          leftAs,
          trans.__(
            'In __init__(): model.to() and the optimizer then find them, too.'
          )
        )
      ];
    case 'buffer':
      return [
        check(
          trans.__('Make it a buffer, to move with the model'),
          leftAs,
          trans.__('In __init__(), in the place of the assignment.')
        )
      ];
    case 'model':
      return [check(trans.__('Move the model: no line does so yet'), leftAs)];
    default:
      return [check(trans.__('Move %1 to where the model is', left), leftAs)];
  }
}

/** Why it stayed; null where that is not known. */
export function leftCause(trans: ITranslate, values: Values): string | null {
  const { left, how } = values;
  if (!left) {
    return null;
  }
  switch (how) {
    case 'forgotten':
      return trans.__(
        '%1 is still on the CPU: a line calls %1.to(), which returns a moved copy, and does not keep it.',
        left
      );
    case 'weights':
      return trans.__(
        'The loss was made with %1, which is on the CPU. Neither moving the model nor moving the batch reaches it.',
        left
      );
    case 'list':
      return trans.__(
        '%1 is a plain Python list, so its layers are no part of the module: model.to() left their weights on the CPU.',
        left
      );
    case 'buffer':
      return trans.__(
        '%1 is a plain attribute of the module, neither a parameter nor a buffer: model.to() left it on the CPU.',
        left
      );
    case 'model':
      return trans.__(
        'The weights of the model are on the CPU: no line at hand moves %1, and its input is on the GPU.',
        left
      );
    default:
      return trans.__(
        '%1 is still on the CPU, and what it meets in that line is on the GPU.',
        left
      );
  }
}
