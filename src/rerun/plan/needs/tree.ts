import { parser } from '@lezer/python';

/** A node of a parsed cell. */
export type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

/** Nodes that are neither an expression nor a statement. */
const MARKS =
  /^(?:[^A-Z].*|(?:Arith|Compare|Bit|Logic|Assign|Update)Op|Comment|At|Format(?:Conversion|SelfDoc))$/;

/** All children of a node, `(` and `,` among them. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    children.push(child);
  }
  return children;
}

/** The children that are expressions, statements or parts of them. */
export function partsOf(node: SyntaxNode): SyntaxNode[] {
  return childrenOf(node).filter(({ name }) => !MARKS.test(name));
}

/** The first child of that name. */
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

/** Whether a node of that kind stands in a function's body, nested ones apart. */
export function hasOwn(node: SyntaxNode, wanted: string): boolean {
  return childrenOf(node).some(
    child =>
      child.name === wanted ||
      (!/^(?:Function|Class)Definition$|^LambdaExpression$/.test(child.name) &&
        hasOwn(child, wanted))
  );
}

/** Whether functions stand in a node, which see the names around them. */
export function isEnclosing(node: SyntaxNode): boolean {
  return childrenOf(node).some(
    child =>
      INNER.test(child.name) ||
      (child.name === 'for' &&
        /^(?:ArgList|Comprehension|Parenthesized|Tuple)/.test(node.name)) ||
      isEnclosing(child)
  );
}

const INNER =
  /^(?:(?:Function|Class)Definition|LambdaExpression|ComprehensionExpression)$/;

/** A parsed text, and whether all of it was understood. */
export interface IParsed {
  readonly top: SyntaxNode;
  readonly isWhole: boolean;
}

/** Parse Python. */
export function parsePython(source: string): IParsed {
  const tree = parser.parse(source);
  let isWhole = true;
  tree.iterate({
    enter: ({ type }) => {
      isWhole &&= !type.isError;
      return isWhole;
    }
  });
  return { top: tree.topNode, isWhole };
}
