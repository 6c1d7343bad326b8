/** Packages of PyPI that write into a folder of the same name. */
import { ownValue } from '../../shared/own-value';

/** What shares a folder, and what to install for the code that fails. */
export interface IClash {
  readonly packages: readonly string[];
  readonly meant: string;
}

/** By the module: read from their wheels. */
const CLASHES: Readonly<Record<string, IClash>> = {
  TTS: {
    packages: ['TTS', 'coqui-tts', 'coqpit', 'coqpit-config'],
    meant: 'coqui-tts'
  },
  coqpit: { packages: ['coqpit', 'coqpit-config'], meant: 'coqpit-config' },
  trainer: {
    packages: ['trainer', 'coqui-tts-trainer'],
    meant: 'coqui-tts-trainer'
  }
};

/** Both ESMs: that of Meta, by names of its own, and that of EvolutionaryScale. */
const ESM: readonly string[] = ['fair-esm', 'esm'];
const OF_FAIR =
  /\b(?:esm[12]\w{0,30}|esmfold\w{0,10}|inverse_folding|BatchConverter|Alphabet|FastaBatchedDataset|MSATransformer)\b/;

/**
 * The packages that may have overwritten each other in a module's folder;
 * undefined where only one has it.
 *
 * @param asked - the whole of what was not found
 */
export function clashOf(top: string, asked: string): IClash | undefined {
  return top === 'esm'
    ? { packages: ESM, meant: OF_FAIR.test(asked) ? 'fair-esm' : 'esm' }
    : ownValue(CLASHES, top);
}
