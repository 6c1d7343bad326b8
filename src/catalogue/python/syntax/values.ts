/** The values that the entry reads and its words use. */
export const VALUES = [
  'code',
  'fixed',
  'above',
  'module',
  'wanted',
  'used',
  'script'
] as const;

export type Value = (typeof VALUES)[number];

/** What is wrong with the text. */
export type Kind =
  | 'print'
  | 'unclosed'
  | 'above'
  | 'unmatched'
  | 'crossed'
  | 'colon'
  | 'comparison'
  | 'comma'
  | 'quote'
  | 'nested'
  | 'brace'
  | 'backslash'
  | 'character'
  | 'order'
  | 'defaults'
  | 'outside'
  | 'loose'
  | 'body'
  | 'empty'
  | 'last'
  | 'mixed'
  | 'indent'
  | 'handler'
  | 'target'
  | 'page'
  | 'dot'
  | 'blank'
  | 'elif'
  | 'foreign'
  | 'word'
  | 'keyword'
  | 'unfinished'
  | 'slice'
  | 'beside'
  | 'spaced'
  | 'statements'
  | 'number'
  | 'python2'
  | 'newer'
  | 'shell'
  | 'script'
  | 'hyphen'
  | 'ended'
  | 'prose'
  | 'package'
  | 'old';
