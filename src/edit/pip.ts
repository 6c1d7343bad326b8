import { clean } from '../incident/text/clean';

/**
 * Whether pip's own words say that it installed nothing. A conflict with other
 * packages is an `ERROR`, too, which comes before what it did install.
 */
export function hasPipFailed(printed: string): boolean {
  const text = clean(printed);
  return (
    /(?:^|\n)ERROR: /.test(text) &&
    !/(?:^|\n)Successfully installed /.test(text)
  );
}
