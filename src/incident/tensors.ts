/** The tensors of a call that failed, as plain data. */
import { asNumber } from './death/death';
import { asList, asNumbers, asText, dataOf, type Data } from './live-data';

/** Of each list at most so many entries are kept. */
const MOST = 30;

/** Of a `Sequential` at most so many layers are kept. */
const MOST_LAYERS = 60;

/** A name of a tensor in one of the calls. */
export interface ITensorName {
  readonly name: string;
  /** Whether the user's code calls it so, rather than a library's. */
  readonly isOwn: boolean;
  /** The function, `''` for the cell itself. */
  readonly function: string;
}

/** The line that gave a variable its value. */
export interface IOrigin {
  readonly name: string;
  readonly line: number;
  /** The prompt number of the cell; null for the one that failed. */
  readonly input: number | null;
  /** Null where it is not shown. */
  readonly code: string | null;
}

export interface ITensor {
  /** At least one: the innermost call's first. */
  readonly names: readonly ITensorName[];
  /** Whether the call that failed was given it. */
  readonly isOperand: boolean;
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly device: string;
  readonly requiresGrad: boolean;
  /** The smallest and the largest of whole numbers, where they were read. */
  readonly values: readonly [least: number, most: number] | null;
  /** The sizes that the last one was flattened from, where that is known. */
  readonly parts: readonly number[] | null;
  /** Whether it is what the user's innermost call was given, to make the operand of. */
  readonly isGiven: boolean;
  readonly origin: IOrigin | null;
}

/** A layer of a `Sequential`: the shapes that it got and gave, as text. */
export interface ILayer {
  readonly name: string;
  /** Its class. */
  readonly kind: string;
  readonly gets: string;
  /** Null where it failed. */
  readonly gives: string | null;
}

/** The `Sequential` in which a call failed. */
export interface ILayers {
  /** As the user's lines reach it, else its class. */
  readonly name: string;
  /** In order, up to the one that failed. */
  readonly rows: readonly ILayer[];
  /** So many more stand before them. */
  readonly more: number;
}

/** A variable of the user's that the call was not given. */
export interface IOther {
  readonly name: string;
  readonly shape: readonly number[];
}

export interface ITensorTable {
  /** Those of the failed call first. */
  readonly tensors: readonly ITensor[];
  /** So many more are there. */
  readonly more: number;
  /** Plain variables beside them. */
  readonly numbers: readonly {
    readonly name: string;
    readonly value: number;
  }[];
  /** Tensors whose shape differs in one size from what the call was given. */
  readonly others: readonly IOther[];
  /** Known where the run was checked and failed in a `Sequential`. */
  readonly layers: ILayers | null;
}

function parseTensorName(from: Data): ITensorName[] {
  const name = asText(from.name);
  return name === null
    ? []
    : [
        {
          name,
          isOwn: from.own === true,
          function: asText(from.function) ?? ''
        }
      ];
}

function parseOrigin(value: unknown): IOrigin | null {
  const from = (value ?? {}) as Data;
  const [name, line] = [asText(from.name), asNumber(from.line)];
  return name === null || line === null
    ? null
    : { name, line, input: asNumber(from.input), code: asText(from.code) };
}

function parseTensor(from: Data): ITensor[] {
  const names = asList(from.names).slice(0, MOST).flatMap(parseTensorName);
  const [shape, values] = [asNumbers(from.shape), asNumbers(from.values)];
  const [dtype, device] = [asText(from.dtype), asText(from.device)];
  if (names.length === 0 || !shape || dtype === null || device === null) {
    return [];
  }
  return [
    {
      names,
      isOperand: from.operand === true,
      shape,
      dtype,
      device,
      requiresGrad: from.gradient === true,
      values: values?.length === 2 ? [values[0], values[1]] : null,
      parts: asNumbers(from.parts) ?? null,
      isGiven: from.given === true,
      origin: parseOrigin(from.origin)
    }
  ];
}

function parseLayers(value: unknown): ILayers | null {
  const from = dataOf(value);
  const name = asText(from.name);
  const rows = asList(from.rows)
    .slice(0, MOST_LAYERS)
    .flatMap(row => {
      const [called, kind, gets] = [row.name, row.kind, row.gets].map(asText);
      return called === null || kind === null || gets === null
        ? []
        : [{ name: called, kind, gets, gives: asText(row.gives) }];
    });
  return name === null || rows.length === 0
    ? null
    : { name, rows, more: asNumber(from.more) ?? 0 };
}

/** What `tensors.py` tells; null where it told of no tensor. Never throws. */
export function parseTensors(value: unknown): ITensorTable | null {
  const from = (value ?? {}) as Data;
  const tensors = asList(from.tensors).slice(0, MOST).flatMap(parseTensor);
  return tensors.length === 0
    ? null
    : {
        tensors,
        more: asNumber(from.more) ?? 0,
        numbers: asList(from.numbers)
          .slice(0, MOST)
          .flatMap(each => {
            const [name, number] = [asText(each.name), asNumber(each.value)];
            return name === null || number === null
              ? []
              : [{ name, value: number }];
          }),
        others: asList(from.others)
          .slice(0, MOST)
          .flatMap(each => {
            const [name, shape] = [asText(each.name), asNumbers(each.shape)];
            return name === null || !shape ? [] : [{ name, shape }];
          }),
        layers: parseLayers(from.layers)
      };
}
