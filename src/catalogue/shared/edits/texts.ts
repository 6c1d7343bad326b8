/** Changes of a text or a number that the code writes out: a key, a path. */
import { childOf, type SyntaxNode } from '../../../code/tree';
import type {
  Edit,
  IChange,
  ICode,
  IFailedCode,
  IPlaceInCode
} from '../../../code/types';
import { isWithin, only } from './find';
import { importedFirst } from './names';

/** A text of one line as it is written, without what needs a backslash. */
const PLAIN = /^"[^"\\\r\n]*"$|^'[^'\\\r\n]*'$/;

/** What a plain text says; null for any other code. */
function inside(code: string): string | null {
  return PLAIN.test(code) ? code.slice(1, -1) : null;
}

/** What a plain text in the code says; null for any other node. */
function textIn(code: ICode, node: SyntaxNode): string | null {
  return node.name === 'String' ? inside(code.textOf(node)) : null;
}

/** The nodes in the statement of a place. */
function nodesAt({ code, line }: IPlaceInCode): readonly SyntaxNode[] {
  const statement = code.statementAt(line);
  return statement ? code.nodes.filter(node => isWithin(node, statement)) : [];
}

/** Whether a node is what one looks for: in brackets, or the first argument of `pop`. */
function isLookedFor(
  code: ICode,
  { parent, prevSibling }: SyntaxNode
): boolean {
  if (parent?.name === 'MemberExpression') {
    return prevSibling?.name === '[';
  }
  const func = parent?.name === 'ArgList' ? parent.parent?.firstChild : null;
  const method = childOf(func ?? null, 'PropertyName');
  return (
    prevSibling?.name === '(' &&
    method !== null &&
    code.textOf(method) === 'pop'
  );
}

/**
 * Another key in the one look-up of it that the failing line makes.
 *
 * @param key - as Python writes it, `'lable'` or `3`, as `today`
 */
export function keyReplaced(key: string, today: string): Edit {
  const wanted = inside(key);
  return ({ places: [place] }) => {
    const found = place
      ? nodesAt(place).filter(
          node =>
            isLookedFor(place.code, node) &&
            (wanted === null
              ? place.code.textOf(node) === key
              : textIn(place.code, node) === wanted)
        )
      : [];
    const node = only(found);
    return node && place
      ? [{ code: place.code, from: node.from, to: node.to, insert: today }]
      : null;
  };
}

/** `checkpoint` for `checkpoint['model']`, the one look-up that the failing line makes. */
export function keyLeftOut(key: string): Edit {
  return ({ places: [place] }) => {
    const nodes = place ? nodesAt(place) : [];
    const found = nodes.filter(
      node =>
        node.name === 'String' &&
        node.parent?.name === 'MemberExpression' &&
        node.prevSibling?.name === '[' &&
        textIn(place.code, node) === key
    );
    const whole = only(found)?.parent;
    const container = whole?.firstChild;
    return whole && container
      ? [{ code: place.code, from: container.to, to: whole.to, insert: '' }]
      : null;
  };
}

/** Another index in the one place where the failing line writes it out. */
export function indexReplaced(
  container: string,
  index: string,
  today: string
): Edit {
  return ({ places: [place] }) => {
    const found = place
      ? nodesAt(place).filter(
          node =>
            node.parent?.name === 'MemberExpression' &&
            node.prevSibling?.name === '[' &&
            node.nextSibling?.name === ']' &&
            place.code.textOf(node) === index &&
            place.code.text.slice(node.parent.from, node.from) ===
              `${container}[`
        )
      : [];
    const node = only(found);
    return node && place
      ? [{ code: place.code, from: node.from, to: node.to, insert: today }]
      : null;
  };
}

/** A text in the code. */
interface IText {
  readonly code: ICode;
  readonly node: SyntaxNode;
}

/** A text in the line that failed, else the one place in the notebook that says it. */
function writtenText(
  { cells, places }: IFailedCode,
  text: string
): IText | null {
  const inLines = places.flatMap(place =>
    nodesAt(place)
      .filter(node => textIn(place.code, node) === text)
      .map(node => ({ code: place.code, node }))
  );
  return only(
    inLines.length > 0
      ? inLines
      : cells.flatMap(code =>
          code.nodes
            .filter(node => textIn(code, node) === text)
            .map(node => ({ code, node }))
        )
  );
}

/**
 * Another text in the place of one that the code writes out.
 *
 * @param today - as Python writes it
 */
export function textReplaced(text: string, today: string): Edit {
  return failed => {
    const found = writtenText(failed, text);
    return found && [changeOf(found, today)];
  };
}

function changeOf({ code, node }: IText, insert: string): IChange {
  return { code, from: node.from, to: node.to, insert };
}

/** Put a text through a function of `os.path`: `expanduser`, `expandvars`. */
export function pathExpanded(path: string, name: string): Edit {
  return failed => {
    const found = writtenText(failed, path);
    const func = found?.node.parent?.parent?.firstChild ?? null;
    if (!found || found.code.nameOf(func) === `os.path.${name}`) {
      return null;
    }
    const written = found.code.textOf(found.node);
    const change = changeOf(found, `os.path.${name}(${written})`);
    const place = {
      code: found.code,
      line: found.code.lineOf(found.node.from)
    };
    const line = importedFirst('import os')({ ...failed, places: [place] });
    return [...(line ?? []), change];
  };
}
