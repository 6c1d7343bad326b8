/** The keys of a model and of the checkpoint that was loaded into it. */
import { asNumber } from './death/death';
import { asList, asNumbers, asText, dataOf } from './live-data';

/** So many rows are kept. */
const MAX_ROWS = 20;

/** One weight, by its key on each side; null where that side has none. */
export interface IWeightRow {
  readonly model: string | null;
  readonly checkpoint: string | null;
  /** Its sizes on each side. */
  readonly modelShape: readonly number[] | null;
  readonly checkpointShape: readonly number[] | null;
}

/** What a kernel tells of a checkpoint that does not fit. */
export interface IWeights {
  /** The model's class. */
  readonly model: string;
  /** How many keys each side has, and how many stand in both. */
  readonly own: number;
  readonly given: number;
  readonly common: number;
  /** The beginnings by which all keys differ: of the checkpoint, of the model. */
  readonly renamed: readonly [from: string, to: string] | null;
  /** What does not fit, those first that stand for the same weight. */
  readonly rows: readonly IWeightRow[];
  /** How many more there are. */
  readonly more: number;
}

/** Null where it is not what `weights.py` reports. Never throws. */
export function parseWeights(value: unknown): IWeights | null {
  const from = dataOf(value);
  const model = asText(from.model);
  const counts = [from.own, from.given, from.common].map(asNumber);
  const [own, given, common] = counts;
  if (model === null || own === null || given === null || common === null) {
    return null;
  }
  const [old, now] = Array.isArray(from.renamed)
    ? from.renamed.map(asText)
    : [null, null];
  return {
    model,
    own,
    given,
    common,
    renamed: old && now ? [old, now] : null,
    rows: asList(from.rows)
      .slice(0, MAX_ROWS)
      .map(row => ({
        model: asText(row.model),
        checkpoint: asText(row.checkpoint),
        modelShape: asNumbers(row.modelShape),
        checkpointShape: asNumbers(row.checkpointShape)
      })),
    more: asNumber(from.more) ?? 0
  };
}
