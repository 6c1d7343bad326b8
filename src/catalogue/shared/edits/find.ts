/** Where in the code of a failure something stands. */
import {
  around,
  childOf,
  childrenOf,
  type SyntaxNode
} from '../../../code/tree';
import type {
  Edit,
  ICall,
  ICode,
  IFailedCode,
  IPlaceInCode,
  ISpan
} from '../../../code/types';

/** The only one; null of none and of several. */
export function only<T>(found: readonly T[]): T | null {
  return found.length === 1 ? found[0] : null;
}

/** The last part of the name of what a call calls, `f` of `a.b.f()`. */
export function calledName({ code, func, name }: ICall): string | null {
  const property = childOf(func, 'PropertyName');
  return property
    ? code.textOf(property)
    : (name?.slice(name.lastIndexOf('.') + 1) ?? null);
}

export function isWithin(inner: ISpan, outer: ISpan): boolean {
  return outer.from <= inner.from && inner.to <= outer.to;
}

/** The calls of the statement that a line belongs to. */
export function callsAt({ code, line }: IPlaceInCode): readonly ICall[] {
  const statement = code.statementAt(line);
  return statement ? code.calls.filter(call => isWithin(call, statement)) : [];
}

/**
 * The call of a kind that the failing statement makes: of the innermost
 * statement that makes any; null where it makes several.
 */
export function failingCall(
  { places }: IFailedCode,
  isIt: (call: ICall) => boolean
): ICall | null {
  for (const place of places) {
    const found = callsAt(place).filter(isIt);
    if (found.length > 0) {
      return only(found);
    }
  }
  return null;
}

/** Every call of that name in the notebook. */
export function callsNamed(
  { cells }: IFailedCode,
  name: string
): readonly ICall[] {
  return cells.flatMap(({ calls }) =>
    calls.filter(call => calledName(call) === name)
  );
}

/** What a statement assigns to one plain name. */
interface IAssigned {
  readonly code: ICode;
  readonly value: SyntaxNode;
}

/** The value of a name that is assigned once in the notebook; null otherwise. */
export function assignedTo(
  { cells }: IFailedCode,
  name: string
): IAssigned | null {
  const found = cells.flatMap(code =>
    code.nodes.flatMap<IAssigned | null>(node => {
      const isTarget =
        node.name === 'VariableName' && code.textOf(node) === name;
      const parent = isTarget ? node.parent : null;
      if (parent?.name !== 'AssignStatement') {
        return [];
      }
      const parts = childrenOf(parent);
      const isPlain =
        parts.length === 3 &&
        parts[0].from === node.from &&
        parts[1].name === 'AssignOp';
      if (isPlain) {
        return [{ code, value: parts[2] }];
      }
      // As one of several targets its value is unknown; as a value it is none.
      const at = parts.findIndex(part => part.name === 'AssignOp');
      return parts.findIndex(part => part.from === node.from) < at
        ? [null]
        : [];
    })
  );
  return only(found);
}

/** The loops around a line, the innermost first: what they run over. */
export function loopsAround({
  code,
  line
}: IPlaceInCode): readonly SyntaxNode[] {
  const statement = code.statementAt(line)?.node ?? null;
  const loops: SyntaxNode[] = [];
  let loop =
    statement?.name === 'ForStatement'
      ? statement
      : around(statement, ['ForStatement']);
  while (loop) {
    const parts = childrenOf(loop);
    const source = parts[parts.findIndex(({ name }) => name === 'in') + 1];
    loops.push(source);
    loop = around(loop, ['ForStatement']);
  }
  return loops;
}

/** Whether a cell imports a module under its own name. */
export function knows({ cells }: IFailedCode, module: string): boolean {
  return cells.some(code =>
    code.nodes.some(
      node =>
        node.name === 'ImportStatement' &&
        node.firstChild?.name === 'import' &&
        childrenOf(node).some(
          (part, at, parts) =>
            part.name === 'VariableName' &&
            code.textOf(part) === module &&
            // `import torch.nn` gives the name, too; `import x as torch` its own.
            /^(?:import|,)$/.test(parts[at - 1].name) &&
            parts[at + 1]?.name !== 'as'
        )
    )
  );
}

/** Several changes that only help together. */
export function allOf(...edits: readonly Edit[]): Edit {
  return failed => {
    const changes = edits.map(edit => edit(failed));
    return changes.every(each => each !== null) ? changes.flat() : null;
  };
}

/** Whether a cell says such a name. */
export function hasName({ cells }: IFailedCode, name: string): boolean {
  return cells.some(code =>
    code.nodes.some(
      node => node.name === 'VariableName' && code.textOf(node) === name
    )
  );
}

/** Whether a node is a name that is given a value. */
export function isAssigned({ name, parent, nextSibling }: SyntaxNode): boolean {
  return (
    name === 'VariableName' &&
    parent?.name === 'AssignStatement' &&
    nextSibling?.name === 'AssignOp'
  );
}

/** The names that the notebook gives once, each to what such a call returns. */
export function namesMadeBy(
  failed: IFailedCode,
  isIt: (name: string) => boolean
): readonly string[] {
  const names = new Set(
    failed.cells.flatMap(code =>
      code.nodes.flatMap(node => (isAssigned(node) ? [code.textOf(node)] : []))
    )
  );
  return [...names].filter(name => {
    const made = assignedTo(failed, name);
    const call = made?.code.calls.find(
      ({ from, to }) => from === made.value.from && to === made.value.to
    );
    return call ? isIt(call.name ?? calledName(call) ?? '') : false;
  });
}
