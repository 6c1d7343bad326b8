/** Changes of the package that imports name, in all cells. */
import { childrenOf } from '../../../code/tree';
import type { Edit, IChange, ICode } from '../../../code/types';
import { only } from './find';
import { importedFirst } from './names';

/** The changes of one cell: of `import a`, `import a as b`, `from a.c import d`. */
function imported(code: ICode, old: string, today: string): IChange[] {
  return code.nodes.flatMap(node => {
    if (node.name !== 'ImportStatement') {
      return [];
    }
    const parts = childrenOf(node);
    const isFrom = parts[0].name === 'from';
    return parts.flatMap((part, at) => {
      const { from, to } = part;
      const isFirst = ['import', 'from', ','].includes(parts[at - 1]?.name);
      const isPath =
        part.name === 'VariableName' &&
        isFirst &&
        code.textOf(part) === old &&
        (!isFrom || at === 1);
      const next = parts[at + 1]?.name;
      // What only has a dot behind it is used by its whole name.
      const isFit = isFrom || next !== '.';
      const alias = isFrom || next === 'as' ? '' : ` as ${old}`;
      return isPath && isFit
        ? [{ code, from, to, insert: `${today}${alias}` }]
        : [];
    });
  });
}

/** Another package under the name that the code has for this one. */
export function packageImported(old: string, today: string): Edit {
  return ({ cells }) => {
    const found = cells.flatMap(code => imported(code, old, today));
    return found.length > 0 ? found : null;
  };
}

/** A module before everything else: at the top of the first cell. */
export function importedAtStart(line: string): Edit {
  return failed => {
    const [code] = failed.cells;
    return code
      ? importedFirst(line)({ ...failed, places: [{ code, line: 1 }] })
      : null;
  };
}

/** What lies inside of a module, imported in its place: `from glob import glob`. */
export function importedInside(name: string, line: string): Edit {
  return ({ cells }) => {
    const uses = cells.some(code =>
      code.nodes.some(
        node =>
          node.name === 'MemberExpression' &&
          code.nameOf(node)?.startsWith(`${name}.`)
      )
    );
    const found = cells.flatMap(code =>
      code.nodes.flatMap(node =>
        node.name === 'ImportStatement' &&
        code.textOf(node) === `import ${name}`
          ? [{ code, from: node.from, to: node.to, insert: line }]
          : []
      )
    );
    const change = uses ? null : only(found);
    return change && [change];
  };
}

/** Another name wherever the notebook says it, its import included. */
export function nameEverywhere(old: string, today: string): Edit {
  return ({ cells }) => {
    const found = cells.flatMap(code =>
      code.nodes.flatMap(node =>
        node.name === 'VariableName' && code.textOf(node) === old
          ? [{ code, from: node.from, to: node.to, insert: today }]
          : []
      )
    );
    return found.length > 0 ? found : null;
  };
}
