import type { ITranslate } from './types';

function fill(text: string, args: readonly unknown[]): string {
  return text.replace(/%(\d+)/g, (whole, digits: string) => {
    const place = Number(digits);
    return place >= 1 && place <= args.length ? String(args[place - 1]) : whole;
  });
}

/**
 * The source language: what the command line and the documents use, where
 * JupyterLab's translator is not at hand. Same placeholders as JupyterLab's.
 */
export const english: ITranslate = {
  __: (msgid, ...args) => fill(msgid, args),
  _n: (msgid, plural, n, ...args) =>
    fill(n === 1 ? msgid : plural, [n, ...args])
};
