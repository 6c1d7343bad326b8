import {
  forEachChild,
  parse,
  type Command,
  type Redirection,
  type SyntaxNode
} from 'unbash';

/** What a text for the shell runs, as far as its syntax tells. */
export interface IScript {
  /**
   * The commands wherever they stand, in pipes, loops and `$(…)` too: a
   * program and its arguments, without quotes; `$x` and `{x}` as written.
   */
  readonly commands: readonly (readonly string[])[];
  /** It writes into a file. */
  readonly writes: boolean;
  /** It is no shell text, or nested too deep to be read. */
  readonly isBroken: boolean;
}

/** Brackets nested deeper cost the parser more than a line is worth. */
const MAX_DEPTH = 50;

/** What takes no harm when it is written to. */
const NO_FILE = /^(?:\/dev\/(?:null|stdout|stderr|tty|fd\/\d+)|nul|-|\d+)$/i;

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[([{`)\]}]/g)) {
    depth += /[([{`]/.test(bracket) ? 1 : -1;
    if (depth > MAX_DEPTH) {
      return true;
    }
    depth = Math.max(0, depth);
  }
  return false;
}

function isWriting(redirect: Redirection): boolean {
  return (
    redirect.type === 'Redirect' &&
    redirect.operator.includes('>') &&
    !NO_FILE.test(redirect.target?.value ?? '')
  );
}

function wordsOf({ name, args }: Command): string[] {
  const words = args.map(arg => (arg.type === 'Word' ? arg.value : arg.text));
  return name ? [name.value, ...words] : [];
}

/**
 * Read a text for a shell.
 *
 * @param text - a line, or a whole script; that of `cmd` reads alike
 */
export function readShell(text: string): IScript {
  if (isTooDeep(text)) {
    return { commands: [], writes: false, isBroken: true };
  }
  const commands: string[][] = [];
  let writes = false;
  let isBroken = false;
  const visit = (node: SyntaxNode) => {
    if (node.type === 'Script') {
      isBroken ||= (node.errors?.length ?? 0) > 0;
    } else if (node.type === 'Command') {
      const words = wordsOf(node);
      if (words.length > 0) {
        commands.push(words);
      }
    } else if (node.type === 'Redirect') {
      writes ||= isWriting(node);
    }
    forEachChild(node, visit);
  };
  visit(parse(text));
  return { commands, writes, isBroken };
}
