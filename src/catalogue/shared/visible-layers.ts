/** The layers that the visible code makes, and what it does with its models. */
import type { IReading } from '../../incident/types';
import { callsIn } from './call-text';
import { knownSize } from './literal-shapes';
import { ownLine, visibleCode } from './ran-code';
import { enclosing } from './visible-code';

/** A layer with two sizes, as it is written. */
export interface IVisibleLayer {
  /** `nn.Linear(128, 10)`. */
  readonly text: string;
  /** The line that it stands in. */
  readonly line: string;
  readonly given: number | null;
  readonly made: number | null;
  /** Its arguments as they are written. */
  readonly args: readonly string[];
}

const LINEAR = /(?:^|\.)Linear$/;

/** The Linear layers of the visible code, in its order. */
export function linearLayers(reading: IReading): readonly IVisibleLayer[] {
  return visibleCode(reading)
    .lines.filter(line => line.includes('Linear('))
    .slice(-80)
    .flatMap(line =>
      callsIn(line)
        .filter(({ name, args }) => LINEAR.test(name) && args.length >= 2)
        .map(({ args, text }) => ({
          text,
          line: line.trim(),
          args,
          given: knownSize(args[0], reading),
          made: knownSize(args[1], reading)
        }))
    );
}

/** Whether any visible line makes one row of each sample. */
export function flattens(reading: IReading): boolean {
  return /[Ff]latten\(|\.(?:view|reshape)\(|\breshape\(/.test(
    visibleCode(reading).text
  );
}

/** Whether a visible line makes a convolution. */
export function convolves(reading: IReading): boolean {
  return /\bConv[123]d\(/.test(visibleCode(reading).text);
}

/**
 * Whether the model had learnt before: a cell that ran trains one, or its weights
 * were loaded. A layer of it that fits no input is not to be made anew.
 *
 * @param from - index of the first cell that counts: the one that makes the model
 */
export function isTrained(reading: IReading, from = 0): boolean {
  const line = ownLine(reading);
  const { cells, own } = visibleCode(reading);
  const lines = [
    ...cells
      .slice(from)
      .filter(({ hasFailed }) => !hasFailed)
      .flatMap(({ source }) => source.split('\n')),
    ...own.slice(
      0,
      Math.max(
        own.findIndex(one => one.includes(line)),
        0
      )
    )
  ];
  return lines.some(
    (one, at) =>
      (/\.backward\(/.test(one) &&
        enclosing(lines, at, /^\s*(?:async )?def /) < 0) ||
      /load_state_dict\(|from_pretrained\(|pretrained=True|\b(?:\w{0,20}model|net|learn(?:er)?|trainer)\w{0,5}\.fit(?:_one_cycle)?\(|^\s*(?:\w{1,30} ?= ?)?train(?:ing_loop|_model|_loop|er\.train)?\(|weights=\w{1,40}\.[A-Z]/.test(
        one
      )
  );
}
