/** Changes of names: of a value, a method, a keyword, a module. */
import { childOf, childrenOf, type SyntaxNode } from '../../../code/tree';
import type {
  Edit,
  ICall,
  IChange,
  ICode,
  IFailedCode
} from '../../../code/types';
import { keywordOf, withoutArguments } from './arguments';
import { calledName, failingCall, isWithin, knows, only } from './find';
import { lineBreakOf } from './statements';

/** Whether a name is that of a keyword argument or a parameter, not of a value. */
export function isKeyword({ parent, nextSibling }: SyntaxNode): boolean {
  return (
    parent?.name === 'ParamList' ||
    (parent?.name === 'ArgList' && nextSibling?.name === 'AssignOp')
  );
}

/** Import at the top of the cell that failed what it takes for imported. */
export function importedFirst(line: string): Edit {
  return linesFirst([line]);
}

/** Lines at the top of the cell that failed; the last is there if all are. */
export function linesFirst(lines: readonly string[]): Edit {
  const last = lines[lines.length - 1];
  return ({ places: [place] }) => {
    const code = place?.code;
    const first = code?.root.firstChild;
    const isThere = code?.nodes.some(
      node => node.name.endsWith('Statement') && code.textOf(node) === last
    );
    if (
      !code ||
      !first ||
      isThere ||
      (first.name === 'ImportStatement' &&
        code.textOf(first).startsWith('from __future__'))
    ) {
      return null;
    }
    const end = lineBreakOf(code);
    const { from } = first;
    const insert = lines.map(line => `${line}${end}`).join('');
    return [{ code, from, to: from, insert }];
  };
}

/** Another name for a value, in the statement that failed. */
export function renamed(name: string, today: string): Edit {
  return ({ places: [place] }) => {
    const statement = place?.code.statementAt(place.line);
    if (!statement) {
      return null;
    }
    const { code } = place;
    const found = code.nodes.filter(
      node =>
        node.name === 'VariableName' &&
        isWithin(node, statement) &&
        code.textOf(node) === name &&
        !isKeyword(node)
    );
    // A parameter of a lambda or a loop may be another thing of that name.
    const isBound = code.nodes.some(
      node =>
        isWithin(node, statement) &&
        ['LambdaExpression', 'NamedExpression'].includes(node.name)
    );
    return found.length === 0 || isBound
      ? null
      : found.map(({ from, to }) => ({ code, from, to, insert: today }));
  };
}

/** Another name for a dotted one (`np.int`), throughout the cell that failed. */
export function memberReplaced(names: readonly string[], today: string): Edit {
  return ({ places: [place] }) => {
    if (!place) {
      return null;
    }
    const { code } = place;
    const found = code.nodes.filter(
      node =>
        node.name === 'MemberExpression' &&
        names.includes(code.nameOf(node) ?? '')
    );
    return found.length === 0
      ? null
      : found.map(({ from, to }) => ({ code, from, to, insert: today }));
  };
}

/** Another name for what a module or an object has, where the line names it once. */
export function attributeRenamed(name: string, today: string): Edit {
  return ({ places: [place] }) => {
    const statement = place?.code.statementAt(place.line);
    const found = statement
      ? place.code.nodes.filter(
          node =>
            node.name === 'PropertyName' &&
            isWithin(node, statement) &&
            place.code.textOf(node) === name
        )
      : [];
    const node = only(found);
    return node && place
      ? [{ code: place.code, from: node.from, to: node.to, insert: today }]
      : null;
  };
}

/** Another name for a method, in the one call of it that the line makes. */
export function methodRenamed(name: string, today: string): Edit {
  return failed => {
    const call = failingCall(failed, one => calledName(one) === name);
    const property = call && childOf(call.func, 'PropertyName');
    return call && property
      ? [
          {
            code: call.code,
            from: property.from,
            to: property.to,
            insert: today
          }
        ]
      : null;
  };
}

/** The one call of the failing line that has such a keyword. */
function callWith(keyword: string): (call: ICall) => boolean {
  return call => keywordOf(call, keyword) !== null;
}

/** Another name for a keyword argument, with the value that it has. */
export function keywordRenamed(name: string, today: string): Edit {
  return failed => {
    const call = failingCall(failed, callWith(name));
    const argument = call && keywordOf(call, name);
    if (!call || !argument || keywordOf(call, today)) {
      return null;
    }
    const { code } = call;
    const { from } = argument;
    return [{ code, from, to: from + name.length, insert: today }];
  };
}

/** Without a keyword argument. */
export function keywordLeftOut(name: string): Edit {
  return failed => {
    const call = failingCall(failed, callWith(name));
    return call && withoutArguments(call, ({ keyword }) => keyword === name);
  };
}

/** What follows a value: `.item()` for `.data[0]` or `[0]`. */
export function itemTaken(): Edit {
  return ({ places: [place] }) => {
    const statement = place?.code.statementAt(place.line);
    if (!statement) {
      return null;
    }
    const { code } = place;
    const found = code.nodes.flatMap(node =>
      isWithin(node, statement) ? (itemOf(code, node) ?? []) : []
    );
    return found.length === 1 ? found : null;
  };
}

/** `x.data[0]`, `x[0]`: the change of its end. */
function itemOf(code: ICode, node: SyntaxNode): IChange | null {
  const value = node.name === 'MemberExpression' ? node.firstChild : null;
  const bracket = childOf(node, '[');
  const index = bracket?.nextSibling;
  const isFirst =
    index?.name === 'Number' &&
    code.textOf(index) === '0' &&
    index.nextSibling?.name === ']';
  if (!value || !isFirst) {
    return null;
  }
  const data = childOf(value, 'PropertyName');
  const isData = data !== null && code.textOf(data) === 'data';
  const from = isData ? (value.firstChild?.to ?? value.to) : value.to;
  return { code, from, to: node.to, insert: '.item()' };
}

/** The one attribute of a name in the failing line, and what it is taken from. */
function attributeNamed(
  { places: [place] }: IFailedCode,
  name: string,
  isOwner: (text: string) => boolean = () => true
): {
  readonly code: ICode;
  readonly owner: SyntaxNode;
  readonly node: SyntaxNode;
} | null {
  const statement = place?.code.statementAt(place.line);
  const found = statement
    ? place.code.nodes.flatMap(node => {
        const owner = node.parent?.firstChild;
        const isIt =
          node.name === 'PropertyName' &&
          isWithin(node, statement) &&
          place.code.textOf(node) === name;
        return isIt && owner && isOwner(place.code.textOf(owner))
          ? [{ code: place.code, owner, node }]
          : [];
      })
    : [];
  return only(found);
}

/** Go through an attribute before another one: `model.module.fc`. */
export function attributeThrough(part: string, name: string): Edit {
  return failed => {
    const found = attributeNamed(
      failed,
      name,
      owner => !owner.endsWith(`.${part}`)
    );
    const at = found?.owner.to ?? 0;
    return (
      found && [{ code: found.code, from: at, to: at, insert: `.${part}` }]
    );
  };
}

/** Without an attribute in between: `model.fc` for `model.module.fc`. */
export function attributeSkipped(part: string): Edit {
  return failed => {
    const found = attributeNamed(failed, part);
    return (
      found && [
        {
          code: found.code,
          from: found.owner.to,
          to: found.node.to,
          insert: ''
        }
      ]
    );
  };
}

/**
 * Calls of a dotted name as those of another one, with a first argument that it
 * takes today: `torch.amp.autocast('cuda')`.
 */
export function callToday(old: string, today: string, first?: string): Edit {
  return failed => {
    const last = old.slice(old.lastIndexOf('.') + 1);
    const call = failingCall(
      failed,
      one => one.name === old || one.name === last
    );
    const isThere = knows(failed, 'torch');
    if (!call || !isThere) {
      return null;
    }
    const { code, func, list, args } = call;
    const at = list.from + 1;
    const comma = args.length > 0 ? ', ' : '';
    return [
      { code, from: func.from, to: func.to, insert: today },
      ...(first === undefined
        ? []
        : [{ code, from: at, to: at, insert: `${first}${comma}` }])
    ];
  };
}

/** `from b import f` for `from a import f`, where that is all that changed. */
export function importToday(
  module: string,
  name: string,
  instead: string
): Edit {
  const today = /^from ([\w.]+) import (\w+)$/.exec(instead);
  const [, from, given] = today ?? [];
  return ({ places: [place] }) => {
    const statement = place?.code.statementAt(place.line);
    const text = statement && place?.code.textOf(statement);
    const said = text
      ? /^from\s+([\w.]+)\s+import\s+(\w+)(?:\s+as\s+(\w+))?$/.exec(text)
      : null;
    const isIt = said?.[1] === module && said[2] === name;
    if (!place || !statement || !said || !isIt || !from) {
      return null;
    }
    const alias = said[3] ?? (given === name ? undefined : name);
    const insert = `from ${from} import ${given}${alias ? ` as ${alias}` : ''}`;
    return [
      { code: place.code, from: statement.from, to: statement.to, insert }
    ];
  };
}

/** What a subset leaves to its data set, for the samples of the subset. */
export function ofSubset(name: string): Edit {
  return ({ places: [place] }) => {
    const statement = place?.code.statementAt(place.line);
    if (!place || !statement) {
      return null;
    }
    const { code } = place;
    const found = code.nodes.flatMap(node => {
      const [owner, dot, property] =
        node.name === 'MemberExpression' && isWithin(node, statement)
          ? childrenOf(node)
          : [];
      const isIt =
        owner?.name === 'VariableName' &&
        dot.name === '.' &&
        code.textOf(property) === name;
      const subset = isIt ? code.textOf(owner) : '';
      const insert = `[${subset}.dataset.${name}[i] for i in ${subset}.indices]`;
      return isIt ? [{ code, from: node.from, to: node.to, insert }] : [];
    });
    const change = only(found);
    return change && [change];
  };
}
