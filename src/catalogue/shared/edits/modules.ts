/** Definitions that workers have to import, moved into a file. */
import { childOf, type SyntaxNode } from '../../../code/tree';
import type { Edit, ICode } from '../../../code/types';
import { isWithin, only } from './find';

interface IDefinition {
  readonly code: ICode;
  /** With its decorators. */
  readonly node: SyntaxNode;
}

const DEFINITIONS: readonly string[] = [
  'ClassDefinition',
  'FunctionDefinition'
];

/** What gives a name a value: `x = …`, `for x in …`, `def x`, `import x`. */
const GIVING: readonly string[] = [
  ...DEFINITIONS,
  'AssignStatement',
  'UpdateStatement',
  'ForStatement',
  'ParamList',
  'WithStatement',
  'ComprehensionExpression',
  'ArrayComprehensionExpression',
  'SetComprehensionExpression',
  'DictionaryComprehensionExpression',
  'LambdaExpression',
  'NamedExpression',
  'TryStatement'
];

function isTopLevel({ parent }: SyntaxNode): boolean {
  return parent?.name === 'Script';
}

/** The one definition of that name in the cells. */
function definitionOf(
  cells: readonly ICode[],
  name: string
): IDefinition | null {
  return only(
    cells.flatMap(code =>
      code.nodes.flatMap(node => {
        const isIt =
          DEFINITIONS.includes(node.name) &&
          code.textOf(childOf(node, 'VariableName') ?? node) === name;
        const whole =
          node.parent?.name === 'DecoratedStatement' ? node.parent : node;
        return isIt && isTopLevel(whole) ? [{ code, node: whole }] : [];
      })
    )
  );
}

/** The names that stand in a stretch of code, but for those of keywords. */
function namesIn(code: ICode, span: SyntaxNode): ReadonlySet<string> {
  return new Set(
    code.nodes.flatMap(node => {
      const isKeyword =
        node.parent?.name === 'ArgList' &&
        node.nextSibling?.name === 'AssignOp';
      return node.name === 'VariableName' && isWithin(node, span) && !isKeyword
        ? [code.textOf(node)]
        : [];
    })
  );
}

/** The names that statements of a stretch may give a value. */
function givenIn(code: ICode, span: SyntaxNode): ReadonlySet<string> {
  return new Set(
    code.nodes.flatMap(node =>
      node.name === 'VariableName' &&
      isWithin(node, span) &&
      GIVING.includes(node.parent?.name ?? '')
        ? [code.textOf(node)]
        : []
    )
  );
}

/** The imports of all cells, and the names that they give. */
function importsOf(cells: readonly ICode[]) {
  return cells.flatMap(code =>
    code.nodes.flatMap(node =>
      node.name === 'ImportStatement' && isTopLevel(node)
        ? [{ text: code.textOf(node), names: namesIn(code, node) }]
        : []
    )
  );
}

/** What other statements at the top of the cells give a value. */
function globalsOf(
  cells: readonly ICode[],
  own: SyntaxNode
): ReadonlySet<string> {
  return new Set(
    cells.flatMap(code =>
      code.nodes
        .filter(
          node =>
            isTopLevel(node) && node.name !== 'ImportStatement' && node !== own
        )
        .flatMap(node => [...givenIn(code, node)])
    )
  );
}

/**
 * A definition in a file of its own, which a cell above writes, and an import in
 * its place. One that uses what the notebook makes would not find that there.
 */
export function movedToFile(name: string): Edit {
  return ({ cells }) => {
    const definition = definitionOf(cells, name);
    if (!definition) {
      return null;
    }
    const { code, node } = definition;
    const own = givenIn(code, node);
    const used = [...namesIn(code, node)].filter(
      one => one !== name && !own.has(one)
    );
    const globals = globalsOf(cells, node);
    if (used.some(one => globals.has(one))) {
      return null;
    }
    const imports = importsOf(cells).filter(({ names }) =>
      used.some(one => names.has(one))
    );
    // The node has the line ends behind it, too.
    const text = code.textOf(node).trimEnd();
    const module = `${name.toLowerCase()}_module`;
    const lines = [
      `%%writefile ${module}.py`,
      ...new Set(imports.map(({ text }) => text)),
      '',
      text
    ];
    const { from } = node;
    const to = from + text.length;
    const insert = `from ${module} import ${name}`;
    return [{ code, from, to, insert, above: lines.join('\n') }];
  };
}
