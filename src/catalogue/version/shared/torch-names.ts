import { ownValue } from '../../../shared/own-value';
import { isNear } from '../../shared/near';
import table from './torch-names.json';

/** The release whose names are known, read by scripts/torch_names.py. */
export const NAMES_OF: string = table.release;

const MODULES: Readonly<Record<string, string>> = table.modules;

/** What is known of a name that a module of the installed torch lacks. */
export type Spelling =
  /** The known release has it: the installed one is older, or not whole. */
  | { readonly is: 'there' }
  /** It has another that is spelt almost so. */
  | { readonly is: 'near'; readonly name: string }
  /** It has none like it. */
  | { readonly is: 'nowhere' };

/** A name without its case and its low lines, in which people err most. */
function bare(name: string): string {
  return name.toLowerCase().replaceAll('_', '');
}

/**
 * @param module - as `torch.nn`
 * @param name - as `maxout`
 * @returns null for modules whose names are not known, and for private names
 */
export function spellingOf(module = '', name = ''): Spelling | null {
  const names = ownValue(MODULES, module)?.split(' ');
  if (names === undefined || name === '' || name.startsWith('_')) {
    return null;
  }
  if (names.includes(name)) {
    return { is: 'there' };
  }
  const near =
    names.find(one => bare(one) === bare(name)) ??
    names.find(one => name.length > 3 && isNear(name, one));
  return near === undefined ? { is: 'nowhere' } : { is: 'near', name: near };
}
