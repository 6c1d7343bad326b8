import { isBuiltIn } from './builtins';
import { childOf, childrenOf, type SyntaxNode } from './tree';
import type { ICode } from './types';

/** A place of a text that gives a name a value. */
export interface IBinding {
  /** `*` for all names of a module. */
  readonly name: string;
  /** From 1. */
  readonly line: number;
  /** The function, or class, that has it for itself; null where all see it. */
  readonly inside: string | null;
  /** It is a parameter of that function. */
  readonly isParameter: boolean;
  /** The line of the `if`, `try` or loop that it depends on, from 1; null without. */
  readonly branch: number | null;
}

/** Statements whose body may not run, or not to its end. */
const BRANCHES = /^(?:If|Try|For|While)Statement$/;

const SCOPES = /^(?:Function|Class)Definition$/;
const UNNAMED_SCOPES = /^(?:Lambda|\w*Comprehension)Expression$/;

/** The nodes of a target that are names: `a, (b, *c)`, no `a.b` or `a[0]`. */
function namesIn(target: SyntaxNode): SyntaxNode[] {
  if (target.name === 'VariableName') {
    return [target];
  }
  return /^(?:Tuple|Array|Parenthesized)Expression$/.test(target.name)
    ? childrenOf(target).flatMap(namesIn)
    : [];
}

/** The children of a node in front of one that is called so. */
function before(node: SyntaxNode, name: string): SyntaxNode[] {
  const children = childrenOf(node);
  const at = children.findIndex(child => child.name === name);
  return children.slice(0, Math.max(at, 0));
}

/** What follows each `as`. */
function afterAs(node: SyntaxNode): SyntaxNode[] {
  return childrenOf(node).filter(
    child => child.prevSibling?.name === 'as' && child.name !== 'Body'
  );
}

/** `import a.b, c as d, e.f as g` gives `a`, `d` and `g`. */
function imported(node: SyntaxNode): SyntaxNode[] {
  const children = childrenOf(node);
  const from = children.findIndex(child => child.name === 'import');
  return children.slice(from + 1).filter((child, at, names) => {
    const isName = child.name === 'VariableName' || child.name === '*';
    const isPart = names[at - 1]?.name === '.';
    let end = at;
    while (names[end + 1]?.name === '.') {
      end += 2;
    }
    return isName && !isPart && names[end + 1]?.name !== 'as';
  });
}

/** The names that a node of the tree gives a value, but for those inside it. */
function targetsOf(node: SyntaxNode): SyntaxNode[] {
  switch (node.name) {
    case 'FunctionDefinition':
    case 'ClassDefinition': {
      const name = childOf(node, 'VariableName');
      return name ? [name] : [];
    }
    case 'AssignStatement': {
      const children = childrenOf(node);
      const last = children.map(({ name }) => name).lastIndexOf('AssignOp');
      return children.slice(0, Math.max(last, 0)).flatMap(namesIn);
    }
    case 'NamedExpression':
      return before(node, 'AssignOp').flatMap(namesIn);
    case 'ForStatement':
      return before(node, 'in').flatMap(namesIn);
    case 'WithStatement':
    case 'TryStatement':
      return afterAs(node).flatMap(namesIn);
    case 'ImportStatement':
      return imported(node);
    case 'ParamList':
      return childrenOf(node).filter(
        child =>
          child.name === 'VariableName' &&
          child.prevSibling?.name !== 'AssignOp'
      );
    default:
      return [];
  }
}

/** Where a target's name is seen: a name, `''` for a scope without one, or null. */
function scopeOf(code: ICode, node: SyntaxNode, owner: SyntaxNode) {
  // A function's own name is seen around it, its arguments are not.
  let around = SCOPES.test(owner.name) ? owner.parent : node.parent;
  for (; around; around = around.parent) {
    if (UNNAMED_SCOPES.test(around.name)) {
      return '';
    }
    if (SCOPES.test(around.name)) {
      const name = childOf(around, 'VariableName');
      return name ? code.textOf(name) : '';
    }
  }
  return null;
}

/** The statement that decides whether what a node names gets its value. */
function branchOf(owner: SyntaxNode): SyntaxNode | null {
  // A loop gives its own variable a value with its first round.
  let around = owner.parent;
  while (around && !SCOPES.test(around.name)) {
    if (BRANCHES.test(around.name)) {
      return around;
    }
    around = around.parent;
  }
  return null;
}

/** All that gives a name a value in a text, in its order. */
export function bindingsOf(code: ICode): readonly IBinding[] {
  return code.nodes.flatMap(owner =>
    targetsOf(owner).map(node => {
      const branch = branchOf(owner);
      return {
        name: code.textOf(node),
        line: code.lineOf(node.from),
        inside: scopeOf(code, node, owner),
        isParameter: owner.name === 'ParamList',
        branch: branch && code.lineOf(branch.from)
      };
    })
  );
}

/** Whether a name is asked for its value, and not given one or named in a call. */
function isUse(node: SyntaxNode): boolean {
  const isArgument =
    node.parent?.name === 'ArgList' && node.nextSibling?.name === 'AssignOp';
  return (
    node.name === 'VariableName' &&
    !isArgument &&
    node.parent?.name !== 'ImportStatement'
  );
}

/** The names that a comprehension has for itself: `[a for a, b in pairs]`. */
function ofComprehension(node: SyntaxNode): SyntaxNode[] {
  const children = /Comprehension/.test(node.name) ? childrenOf(node) : [];
  return children
    .filter(
      (child, at) =>
        children
          .slice(0, at)
          .reverse()
          .find(({ name }) => name === 'for' || name === 'in')?.name === 'for'
    )
    .flatMap(namesIn);
}

/** The names that a text uses and nowhere gives a value. */
export function neededBy(code: ICode): readonly string[] {
  const given = new Set([
    ...bindingsOf(code).map(({ name }) => name),
    ...code.nodes.flatMap(ofComprehension).map(node => code.textOf(node))
  ]);
  const used = code.nodes.filter(isUse).map(node => code.textOf(node));
  return [...new Set(used)].filter(
    name => !given.has(name) && !isBuiltIn(name)
  );
}
