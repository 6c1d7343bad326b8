/** What the visible code moves to a device, and what of the failed line it does not. */
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { ValuesOf } from '../../define';
import { check } from '../../fix';
import { printedText } from '../../predicates';
import { callsIn } from '../../shared/call-text';
import {
  assignmentsIn,
  chainOf,
  escaped,
  lastValue,
  ownLine,
  uses,
  visibleCode
} from '../../shared/ran-code';

/** What the code says of the moves. */
export type Moves = ValuesOf<'lost' | 'left' | 'leftAs' | 'listed' | 'weighed'>;

/** Where code chooses places itself, its lines do not tell what is where. */
const CHOSEN =
  /\bset_default_(?:device|tensor_type)\(|\bdevice_map\b|\bDataParallel\(|\bAccelerator\(|\bTrainer\(/;

const NAME = /^[a-z_]\w{0,40}$/i;

/** The device as the code names it. */
export function deviceIn(reading: IReading): string {
  return visibleCode(reading).lines.some(line => /^\s*device ?=/.test(line))
    ? 'device'
    : "'cuda'";
}

/** Whether a line moves what a name stands for, or makes it on a device. */
function isMoved(name: string, lines: readonly string[]): boolean {
  const move = new RegExp(
    String.raw`(?<![\w.])${escaped(name)}\.(?:to|cuda|half)\(`
  );
  return (
    lines.some(line => move.test(line)) ||
    assignmentsIn(lines).some(
      ({ names, value }) =>
        names.includes(name) && /\.(?:to|cuda)\(|\bdevice\b/.test(value)
    )
  );
}

/** Whether a name was moved, or goes back to what was. */
function isCarried(name: string, reading: IReading): boolean {
  const { lines } = visibleCode(reading);
  return (
    isMoved(name, lines) ||
    chainOf(name, reading).some(
      line =>
        /\.(?:to|cuda)\(|\bdevice\b/.test(line) ||
        callsIn(line).some(call => isMoved(call.name, lines))
    )
  );
}

/**
 * Whether a name may stand for data that nothing has moved: a line or a loop
 * gives it, and none of what it goes back to was moved, or came from a model that was.
 */
function isLeft(name: string, reading: IReading): boolean {
  const { lines } = visibleCode(reading);
  const isPassed = lines.some(
    line => /^\s*(?:async )?def /.test(line) && uses(name, line)
  );
  const isLooped = lines.some(
    line => /^\s*for /.test(line) && uses(name, line.split(' in ')[0])
  );
  return (
    !isPassed &&
    (isLooped || chainOf(name, reading).length > 0) &&
    !isCarried(name, reading)
  );
}

/** A line that moves a tensor and lets the moved one go. */
function lostMove(reading: IReading): ValuesOf<'lost'> {
  const line = ownLine(reading);
  const { lines } = visibleCode(reading);
  const lost = lines
    .map(
      one =>
        /^\s*(?<name>[a-z_]\w{0,40})\.(?:to|cuda)\([^()]{0,60}\)\s*$/i.exec(one)
          ?.groups?.name
    )
    .find(
      name =>
        name !== undefined &&
        uses(name, line) &&
        // A module moves itself.
        !lines.some(one => one.includes(`${name}(`)) &&
        !assignmentsIn(lines).some(
          ({ names, value }) =>
            names.includes(name) && /\.(?:to|cuda)\(/.test(value)
        )
    );
  return { lost };
}

/** A plain list of layers, which no move of the model reaches. */
const LISTED =
  /^\s*self\.(?<listed>\w{1,30}) ?= ?\[.{0,80}\bnn\.(?:Linear|Conv\w{0,12}|LSTM|GRU|Embedding|Sequential)\(/;

function listedLayers(
  { argument }: ValuesOf<'argument'>,
  reading: IReading
): ValuesOf<'listed'> {
  const listed = visibleCode(reading)
    .lines.map(line => LISTED.exec(line)?.groups?.listed)
    .find(name => name !== undefined);
  const isUsed =
    listed !== undefined &&
    visibleCode(reading).lines.some(line =>
      new RegExp(String.raw`\bself\.${listed}\b(?! ?=)`).test(line)
    );
  return isUsed && (argument === undefined || /mat2|weight/.test(argument))
    ? { listed }
    : {};
}

/** The loss of the failed line that was given weights and never moved. */
function weighedLoss(reading: IReading): ValuesOf<'weighed'> {
  const { lines } = visibleCode(reading);
  const weighed = callsIn(ownLine(reading))
    .map(({ name }) => name)
    .find(
      name =>
        NAME.test(name) &&
        /Loss\(.{0,200}\b(?:pos_)?weight ?=/.test(
          lastValue(name, reading)?.value ?? ''
        ) &&
        !/\.(?:to|cuda)\(/.test(lastValue(name, reading)?.value ?? '') &&
        !isMoved(name, lines)
    );
  return { weighed };
}

/** The model or the data of the failed line that was not moved, where the other was. */
function leftBy(reading: IReading): ValuesOf<'left' | 'leftAs'> {
  const { lines } = visibleCode(reading);
  const device = deviceIn(reading);
  const isLoss = /loss|criterion|entropy/i;
  for (const { name, args } of callsIn(ownLine(reading))) {
    const given = args.filter(arg => NAME.test(arg) && arg !== 'device');
    const made = lastValue(name, reading)?.value;
    if (isLoss.test(name)) {
      const [, target] = args;
      const from = lastValue(args[0], reading)?.value ?? '';
      if (
        NAME.test(target ?? '') &&
        /^\w+\(/.test(from) &&
        isLeft(target, reading)
      ) {
        return { left: target, leftAs: `${target} = ${target}.to(${device})` };
      }
      continue;
    }
    if (!NAME.test(name) || given.length === 0) {
      continue;
    }
    const isModelMoved = isMoved(name, lines);
    const left = given.filter(one => isLeft(one, reading));
    if (isModelMoved && left.length > 0) {
      return {
        left: left.join(', '),
        leftAs: `${left.join(', ')} = ${left.map(one => `${one}.to(${device})`).join(', ')}`
      };
    }
    if (
      !isModelMoved &&
      given.every(one => isCarried(one, reading)) &&
      made !== undefined &&
      // A model that itself is made of a model that was moved.
      /^[\w.]{1,40}\([^.]*\)$|^nn\.Sequential\(/.test(made)
    ) {
      return { left: name, leftAs: `${name} = ${name}.to(${device})` };
    }
  }
  return {};
}

/** The argument that torch names, as its kernels call it. */
const ARGUMENT =
  /for argument (?:for argument )?(?<checked>\w{1,20}) in method|\bbut got (?<named>\w{1,20}) is on /;

/** What the code moves, and what of the failed line it leaves behind. */
export function movesOf(reading: IReading): Moves {
  if (CHOSEN.test(visibleCode(reading).text) || ownLine(reading) === '') {
    return {};
  }
  const { checked, named } = ARGUMENT.exec(printedText(reading))?.groups ?? {};
  const argument = checked ?? named;
  const lost = lostMove(reading);
  const listed = listedLayers({ argument }, reading);
  const weighed = /weight/.test(argument ?? '') ? weighedLoss(reading) : {};
  return lost.lost
    ? lost
    : listed.listed
      ? listed
      : weighed.weighed
        ? weighed
        : leftBy(reading);
}

/** Why what was left behind is elsewhere. */
export function movesCause(
  trans: ITranslate,
  { lost, left, listed, weighed }: Moves
): string | undefined {
  return lost
    ? trans.__(
        'The code calls %1.to() or %1.cuda() and does not keep what it returns: a tensor is not moved in place, so %1 is where it was.',
        lost
      )
    : listed
      ? trans.__(
          'self.%1 is a plain list, and the model does not know the layers in it: .to() and .cuda() of the model leave them where they were, and an optimizer does not train them.',
          listed
        )
      : weighed
        ? trans.__(
            '%1 was given weights for the classes and keeps them: they are on the CPU, and no line moves %1.',
            weighed
          )
        : left
          ? trans.__(
              'No line that can be seen moves %1 to the GPU, and the rest of the failed line was moved.',
              left
            )
          : undefined;
}

/** The line that moves it. */
export function movesFixes(
  trans: ITranslate,
  { lost, left, leftAs, listed, weighed }: Moves,
  device = "'cuda'"
): IFix[] {
  return lost
    ? [
        check(
          trans.__('Keep the tensor that the move returns'),
          `${lost} = ${lost}.to(${device})`
        )
      ]
    : listed
      ? [
          check(
            trans.__('Keep the layers in a ModuleList, to move with the model'),
            `self.${listed} = nn.ModuleList(self.${listed})  # in __init__(), after the list`
          )
        ]
      : weighed
        ? [
            check(
              trans.__('Move the loss, and its weights with it'),
              `${weighed} = ${weighed}.to(${device})`
            )
          ]
        : left && leftAs
          ? [check(trans.__('Move %1 before the line', left), leftAs)]
          : [];
}
