/** Changes of what an import names, and of where a name comes from. */
import { childOf, childrenOf, type SyntaxNode } from '../../../code/tree';
import type {
  Edit,
  IChange,
  ICode,
  IFailedCode,
  IPlaceInCode
} from '../../../code/types';
import { calledName, failingCall, isWithin, only } from './find';
import { importedFirst, isKeyword } from './names';

/** A dotted name in an import, and whether it gets another one behind `as`. */
interface IPath {
  readonly parts: readonly SyntaxNode[];
  readonly isRenamed: boolean;
}

/** The dotted names of an import, of `from` and of what follows `import`. */
function pathsOf(statement: SyntaxNode): readonly IPath[] {
  const paths: IPath[] = [];
  let parts: SyntaxNode[] = [];
  let isAlias = false;
  for (const node of [...childrenOf(statement), null]) {
    if (node?.name === 'VariableName' && !isAlias) {
      parts.push(node);
    } else if (node?.name !== '.' && node?.name !== 'VariableName') {
      const isRenamed = node?.name === 'as';
      if (parts.length > 0) {
        paths.push({ parts, isRenamed });
        parts = [];
      }
      isAlias = isRenamed;
    }
  }
  return paths;
}

function nameOf(code: ICode, { parts }: IPath): string {
  return parts.map(part => code.textOf(part)).join('.');
}

/** The import that failed, in the line of the user's own. */
function failedImport(place: IPlaceInCode | undefined): SyntaxNode | null {
  const node = place?.code.statementAt(place.line)?.node;
  return node?.name === 'ImportStatement' ? node : null;
}

/** The nodes of a plain name in a cell, but for those in one statement. */
function usesOf(
  code: ICode,
  name: string,
  besides: SyntaxNode
): readonly SyntaxNode[] {
  return code.nodes.filter(
    node =>
      node.name === 'VariableName' &&
      code.textOf(node) === name &&
      !isWithin(node, besides) &&
      !isKeyword(node)
  );
}

function changes(
  code: ICode,
  nodes: readonly SyntaxNode[],
  insert: string
): IChange[] {
  return nodes.map(({ from, to }) => ({ code, from, to, insert }));
}

/** Another name for what is imported from a module, there and where the cell uses it. */
export function importedNameRenamed(name: string, today: string): Edit {
  return ({ places: [place] }) => {
    const statement = failedImport(place);
    if (!statement || !childOf(statement, 'from')) {
      return null;
    }
    const { code } = place;
    const [, ...imported] = pathsOf(statement);
    const path = only(imported.filter(one => nameOf(code, one) === name));
    return (
      path &&
      changes(
        code,
        [
          ...path.parts,
          ...(path.isRenamed ? [] : usesOf(code, name, statement))
        ],
        today
      )
    );
  };
}

/**
 * Another name for the last part of a module's, in the import that failed and
 * where the cell uses it.
 *
 * @param module - in full, `torch.optm`
 */
export function moduleRenamed(module: string, today: string): Edit {
  return ({ places: [place] }) => {
    const statement = failedImport(place);
    if (!statement) {
      return null;
    }
    const { code } = place;
    const isFrom = childOf(statement, 'from') !== null;
    const paths = pathsOf(statement).slice(0, isFrom ? 1 : undefined);
    const last = module.split('.').length - 1;
    const found = paths.filter(path =>
      `${nameOf(code, path)}.`.startsWith(`${module}.`)
    );
    const isBound = !isFrom && found.some(({ isRenamed }) => !isRenamed);
    const uses = !isBound
      ? []
      : last === 0
        ? usesOf(code, module, statement)
        : code.nodes.flatMap(node =>
            node.name === 'MemberExpression' && code.nameOf(node) === module
              ? (childOf(node, 'PropertyName') ?? [])
              : []
          );
    return found.length === 0
      ? null
      : changes(
          code,
          [...found.map(({ parts }) => parts[last]), ...uses],
          today
        );
  };
}

/** `torch.DataLoader` as `DataLoader`, imported from where it is. */
export function importedFrom(name: string, module: string): Edit {
  return failed => {
    const {
      cells,
      places: [place]
    } = failed;
    const statement = place?.code.statementAt(place.line);
    if (!statement) {
      return null;
    }
    const { code } = place;
    const isOf = (node: SyntaxNode): boolean => {
      const property = childOf(node, 'PropertyName');
      return property !== null && code.textOf(property) === name;
    };
    const members = code.nodes.filter(node => node.name === 'MemberExpression');
    const asked = only(
      members.filter(node => isWithin(node, statement) && isOf(node))
    );
    const dotted = code.nameOf(asked);
    // The plain name may be something else here.
    const isTaken = cells.some(cell =>
      cell.nodes.some(
        node =>
          node.name === 'VariableName' &&
          cell.textOf(node) === name &&
          !isKeyword(node)
      )
    );
    if (dotted === null || isTaken) {
      return null;
    }
    const line = importedFirst(`from ${module} import ${name}`)(failed);
    const same = members.filter(node => code.nameOf(node) === dotted);
    return line && [...line, ...changes(code, same, name)];
  };
}

/** Whether a cell gives the name of a package to the package itself. */
function imports({ cells }: IFailedCode, name: string): boolean {
  return cells.some(code =>
    code.nodes.some(
      node =>
        node.name === 'ImportStatement' &&
        !childOf(node, 'from') &&
        pathsOf(node).some(
          ({ parts, isRenamed }) => !isRenamed && code.textOf(parts[0]) === name
        )
    )
  );
}

/** `x.gelu()` as `torch.nn.functional.gelu(x)`. */
export function calledAsFunction(name: string, module: string): Edit {
  return failed => {
    const call = failingCall(
      failed,
      one => calledName(one) === name && one.func.name === 'MemberExpression'
    );
    const receiver = call?.func.firstChild;
    if (!call || !receiver || !imports(failed, module.split('.')[0])) {
      return null;
    }
    const { code, from, list, args } = call;
    const given = code.textOf(receiver);
    const dotted = `${module}.${name}`;
    return code.nameOf(call.func) === dotted
      ? null
      : [
          {
            code,
            from,
            to: list.from + 1,
            insert: `${dotted}(${given}${args.length > 0 ? ', ' : ''}`
          }
        ];
  };
}
