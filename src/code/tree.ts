/** The nodes of a parsed Python text (`@lezer/python`), without the parser. */
import type { parser } from '@lezer/python';

export type SyntaxNode = ReturnType<(typeof parser)['parse']>['topNode'];

/** The children of a node, words and brackets among them. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    children.push(child);
  }
  return children;
}

/** As `node.getChild`, whose cursor costs more the deeper the node stands. */
export function childOf(
  node: SyntaxNode | null,
  name: string
): SyntaxNode | null {
  let child = node?.firstChild ?? null;
  while (child && child.name !== name) {
    child = child.nextSibling;
  }
  return child;
}

/** The next node around this one that has such a name; null without one. */
export function around(
  node: SyntaxNode | null,
  names: readonly string[]
): SyntaxNode | null {
  let outer = node?.parent ?? null;
  while (outer && !names.includes(outer.name)) {
    outer = outer.parent;
  }
  return outer;
}
