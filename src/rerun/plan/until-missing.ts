import { takeEscapes } from '../../code/ipython';
import {
  childrenOf,
  parsePython,
  partsOf,
  type SyntaxNode
} from './needs/tree';

/** What evaluates its parts whatever they are, from left to right. */
const CERTAIN =
  /^(?:Expression|Assign|For)Statement$|^(?:Call|Member|Unary|Binary|Tuple|Parenthesized|Array)Expression$|^ArgList$/;

/** An operator that may leave out what follows it. */
const MAY_STOP = /^(?:CompareOp|and|or)$/;

/** Whether a node is given a value: a target, or the name of an argument. */
function isGiven(node: SyntaxNode, parent: SyntaxNode): boolean {
  const after = childrenOf(parent).filter(({ from }) => from >= node.to);
  return parent.name === 'AssignStatement'
    ? after.some(({ name }) => name === 'AssignOp')
    : after[0]?.name === 'AssignOp';
}

/** Whether evaluating a node certainly comes to one of its parts. */
function comesTo(node: SyntaxNode, part: SyntaxNode): boolean {
  const children = childrenOf(node);
  if (isGiven(part, node)) {
    return false;
  }
  if (node.name === 'ForStatement') {
    // Its iterable, which is evaluated once.
    const at = children.findIndex(({ name }) => name === 'in');
    return at >= 0 && children[at + 1]?.from === part.from;
  }
  return (
    CERTAIN.test(node.name) && !children.some(({ name }) => MAY_STOP.test(name))
  );
}

/**
 * What a top-level statement evaluates before it certainly comes to a name;
 * null where it may never come there.
 */
function evaluatedBefore(
  mention: SyntaxNode,
  statement: SyntaxNode
): SyntaxNode[] | null {
  const before: SyntaxNode[] = [];
  let node = mention;
  while (node.from !== statement.from || node.name !== statement.name) {
    const { parent } = node;
    if (!parent || !comesTo(parent, node)) {
      return null;
    }
    if (parent.name.endsWith('Expression') || parent.name === 'ArgList') {
      const { from } = node;
      before.push(...partsOf(parent).filter(part => part.to <= from));
    }
    node = parent;
  }
  return before;
}

/** The places in a node where a name is used. */
function mentionsIn(
  node: SyntaxNode,
  name: string,
  text: string
): SyntaxNode[] {
  if (node.name === 'VariableName') {
    return text.slice(node.from, node.to) === name ? [node] : [];
  }
  return childrenOf(node).flatMap(child => mentionsIn(child, name, text));
}

/**
 * As much of a cell as can have run in a process that never had a name: up to
 * the first statement that certainly comes to it, and of that what is
 * evaluated before.
 */
export function untilMissing(source: string, name: string): string {
  const { top, isWhole } = parsePython(source);
  if (!isWhole || takeEscapes(source).python !== source) {
    return source;
  }
  for (const statement of childrenOf(top)) {
    for (const mention of mentionsIn(statement, name, source)) {
      const before = evaluatedBefore(mention, statement);
      if (before) {
        const parts = before.map(
          ({ from, to }) => `(${source.slice(from, to)})`
        );
        return [source.slice(0, statement.from), ...parts].join('\n');
      }
    }
  }
  return source;
}
