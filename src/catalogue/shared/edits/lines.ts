/** Lines that come before, behind or around one that the notebook has. */
import { around, childrenOf, type SyntaxNode } from '../../../code/tree';
import type {
  Edit,
  ICall,
  IChange,
  ICode,
  IFailedCode
} from '../../../code/types';
import { argumentAt } from './arguments';
import { callOf, isCallOf, type Parameter } from './calls';
import { callsAt, knows, namesMadeBy, only } from './find';
import {
  lineBefore,
  lineBreakOf,
  lineEnd,
  lineStart,
  ownLine,
  stepOf,
  under,
  type IOwnLine
} from './statements';
import { receiverOf } from './values';

/** The statement of a call, where it has lines of its own. */
export function lineOf({ code, from }: ICall): IOwnLine | null {
  return ownLine({ code, line: code.lineOf(from) });
}

/** A line that a condition guards already. */
function isGuarded({ code, node }: IOwnLine, header: string): boolean {
  const outer = around(node, ['IfStatement']);
  return outer !== null && code.text.slice(outer.from).startsWith(header);
}

/** The name that a call is given for a parameter, or is called on. */
function nameGiven(call: ICall, parameter: Parameter | null): string | null {
  const { code } = call;
  const isFunction = call.name?.startsWith('torch.');
  const value = parameter
    ? argumentAt(call, ...parameter)
    : isFunction
      ? argumentAt(call, 0, 'input')
      : receiverOf(call);
  return value?.name === 'VariableName' ? code.textOf(value) : null;
}

/**
 * Run the failing line only under a condition on what its call gets.
 *
 * @param names - of the call; none: any
 * @param parameter - whose name the condition is on; null: of the tensor itself
 */
export function onlyWhere(
  names: readonly string[],
  parameter: Parameter | null,
  conditionOf: (name: string) => string
): Edit {
  return ({ places: [place] }) => {
    const own = ownLine(place);
    const call = place
      ? only(
          callsAt(place).filter(
            one => isCallOf(one, names) && nameGiven(one, parameter) !== null
          )
        )
      : null;
    const name = call && nameGiven(call, parameter);
    const header = `if ${conditionOf(name ?? '')}:`;
    return own && name && !isGuarded(own, header) ? under(own, header) : null;
  };
}

/** The span of a statement with its line. */
function wholeLine({ code, node }: IOwnLine) {
  const from = lineStart(code, node.from);
  const last = lineEnd(code, node.to);
  const rest = code.text.slice(last);
  const to = last + (/^(?:\r\n|\r|\n)/.exec(rest)?.[0].length ?? 0);
  return { from, to };
}

/** Without the failing line, where it is nothing but such a call. */
export function lineLeftOut(names: readonly string[]): Edit {
  return ({ places: [place] }) => {
    const own = ownLine(place);
    const call = own && own.node.firstChild;
    const isIt = own?.code.calls.some(
      one =>
        one.from === call?.from && one.to === call.to && isCallOf(one, names)
    );
    return own?.node.name === 'ExpressionStatement' && isIt
      ? [{ code: own.code, ...wholeLine(own), insert: '' }]
      : null;
  };
}

/** A line behind the one call of these names, once. */
export function lineBehind(
  names: readonly string[],
  textOf: (receiver: string) => string
): Edit {
  return failed => {
    const call = callOf(failed, names);
    const own = call && lineOf(call);
    const receiver = call && receiverOf(call);
    if (!own || !receiver) {
      return null;
    }
    const { code, node, indent, end } = own;
    const line = textOf(code.textOf(receiver));
    const at = lineEnd(code, node.to);
    const isThere = failed.cells.some(({ text }) => text.includes(line));
    return isThere
      ? null
      : [{ code, from: at, to: at, insert: `${end}${indent}${line}` }];
  };
}

/** `x.step()` as a statement, and what it is called on. */
interface IStep {
  readonly own: IOwnLine;
  readonly name: string;
}

function stepsIn(code: ICode): readonly IStep[] {
  return code.calls.flatMap(call => {
    const own = lineOf(call);
    const receiver = receiverOf(call);
    return isCallOf(call, ['step']) &&
      own?.node.name === 'ExpressionStatement' &&
      own.node.firstChild?.from === call.from &&
      receiver?.name === 'VariableName'
      ? [{ own, name: code.textOf(receiver) }]
      : [];
  });
}

/** Classes that change the learning rate, as calls name them. */
const SCHEDULER = /(?:LR|Restarts|Plateau|scheduler)$/;

/** The line of a scheduler behind that of the optimizer, in one block. */
export const schedulerLast: Edit = failed => {
  const made = namesMadeBy(failed, name => SCHEDULER.test(name));
  const moves = failed.cells.flatMap(code => {
    const steps = stepsIn(code);
    return steps
      .filter(({ name }) => made.includes(name))
      .flatMap(scheduler => {
        const behind = steps.filter(
          ({ own: { node }, name }) =>
            !made.includes(name) &&
            node.from > scheduler.own.node.from &&
            sameBlock(node, scheduler.own.node)
        );
        const optimizer = only(behind);
        return optimizer ? [[scheduler.own, optimizer.own] as const] : [];
      });
  });
  const move = only(moves);
  if (!move) {
    return null;
  }
  const [first, last] = move;
  const { code, indent, end } = first;
  const at = lineEnd(code, last.node.to);
  return [
    { code, ...wholeLine(first), insert: '' },
    {
      code,
      from: at,
      to: at,
      insert: `${end}${indent}${code.textOf(first.node)}`
    }
  ];
};

/** Whether two statements stand in one block. */
export function sameBlock(
  { parent: one }: SyntaxNode,
  { parent: other }: SyntaxNode
): boolean {
  return one?.from === other?.from && one?.to === other?.to;
}

/** A line before the failing one, about the one name that such a call made. */
export function lineAbout(
  isMaker: (call: string) => boolean,
  lineFor: (name: string) => string
): Edit {
  return failed => {
    const name = only(namesMadeBy(failed, isMaker));
    return name === null ? null : lineBefore(lineFor(name))(failed);
  };
}

/** A line before the failing one, about the name that its call gets. */
export function lineAboutGiven(
  names: readonly string[],
  parameter: Parameter,
  lineFor: (name: string) => string
): Edit {
  return failed => {
    const [place] = failed.places;
    const call = place
      ? only(callsAt(place).filter(one => isCallOf(one, names)))
      : null;
    const name = call && nameGiven(call, parameter);
    return name ? lineBefore(lineFor(name))(failed) : null;
  };
}

/** Load what a name has only the path of, in a line before the failing one. */
export function loadedFirst(name: string): Edit {
  return failed => {
    const line = `${name} = torch.load(${name}, map_location='cpu')`;
    return knows(failed, 'torch') ? lineBefore(line)(failed) : null;
  };
}

/** The failing line between others that hold for it alone. */
export function linesAround(
  before: readonly string[],
  behind: readonly string[]
): Edit {
  return ({ places: [place] }): readonly IChange[] | null => {
    const own = ownLine(place);
    const isDone = own && around(own.node, ['TryStatement']);
    const body = own && !isDone ? under(own, 'try:') : null;
    if (!own || !body) {
      return null;
    }
    const { code, node, indent, end } = own;
    const start = before.map(line => `${line}${end}${indent}`).join('');
    const rest = ['finally:', ...behind.map(line => `${stepOf(own)}${line}`)];
    const at = lineEnd(code, node.to);
    return [
      ...body.map(change => ({ ...change, insert: start + change.insert })),
      {
        code,
        from: at,
        to: at,
        insert: rest.map(line => `${end}${indent}${line}`).join('')
      }
    ];
  };
}

/** Several lines before the failing one, once. */
export function linesBefore(lines: readonly string[]): Edit {
  return ({ places: [place] }) => {
    const own = ownLine(place);
    if (!own || own.code.text.includes(lines[lines.length - 1])) {
      return null;
    }
    const { code, node, indent, end } = own;
    const insert = lines.map(line => `${line}${end}${indent}`).join('');
    return [{ code, from: node.from, to: node.from, insert }];
  };
}

/** `if` as it stands before the failing line, with a condition that says `nn.`. */
export function conditionAs(
  isIt: (condition: string) => boolean,
  textFor: (parameter: string) => string
): Edit {
  return ({ places: [place] }: IFailedCode) => {
    const statement = place?.code.statementAt(place.line)?.node ?? null;
    const outer = around(statement, ['IfStatement']);
    const branch = outer ? childrenOf(outer) : [];
    const at = branch.findIndex(
      node =>
        node.name === 'Body' &&
        statement &&
        node.from <= statement.from &&
        statement.to <= node.to
    );
    const condition = branch[at - 1];
    const list = around(statement, ['FunctionDefinition'])?.getChild(
      'ParamList'
    );
    const parameter = only(
      list ? childrenOf(list).filter(({ name }) => name === 'VariableName') : []
    );
    if (!place || !condition || !parameter) {
      return null;
    }
    const { code } = place;
    const { from, to } = condition;
    const insert = textFor(code.textOf(parameter));
    if (!code.calls.some(({ name }) => name?.startsWith('nn.'))) {
      return null;
    }
    return isIt(code.textOf(condition)) ? [{ code, from, to, insert }] : null;
  };
}

/** An exception in the place of a statement that only calls such a function. */
export function raisedInstead(name: string, exception: string): Edit {
  return failed => {
    const call = callOf(failed, [name]);
    const own = call && lineOf(call);
    const isAlone =
      own?.node.name === 'ExpressionStatement' &&
      own.node.from === call?.from &&
      own.node.to === call.to;
    return call && isAlone
      ? [
          {
            code: call.code,
            from: call.from,
            to: call.to,
            insert: `raise ${exception}`
          }
        ]
      : null;
  };
}

const GUARD = "if __name__ == '__main__':";

/**
 * Put what a script runs under a guard, from the failing statement at its top
 * level on, so that the workers that import it do not run it again. A cell has
 * no file that they could import.
 */
export const mainGuarded: Edit = ({ places }) => {
  // A notebook may have run the script, or only what the script imports.
  const place = places.filter(({ isFile }) => isFile).pop();
  const top = place ? topStatement(place.code, place.line) : null;
  if (!place || !top || top.name === 'IfStatement') {
    return null;
  }
  const { code } = place;
  const rest = code.text.slice(top.from);
  // What else is defined there is imported from the script, perhaps.
  const defines = code.nodes.some(
    ({ name, from, parent }) =>
      /^(?:Class|Function)Definition$/.test(name) &&
      from >= top.from &&
      parent?.name === 'Script'
  );
  const hasLongText = code.nodes.some(
    node =>
      /String$/.test(node.name) &&
      node.from >= top.from &&
      /[\r\n]/.test(code.textOf(node))
  );
  if (defines || hasLongText) {
    return null;
  }
  const end = lineBreakOf(code);
  const starts = [...rest.matchAll(/^(?=.*\S)/gm)].map(
    ({ index }) => top.from + index
  );
  return starts.map((from, at) => ({
    code,
    from,
    to: from,
    insert: at === 0 ? `${GUARD}${end}    ` : '    '
  }));
};

/** The statement at the top level of a text that a line lies in. */
function topStatement(code: ICode, line: number): SyntaxNode | null {
  const found = childrenOf(code.root).find(
    ({ name, from, to }) =>
      name.endsWith('Statement') &&
      code.lineOf(from) <= line &&
      line <= code.lineOf(to)
  );
  return found ?? null;
}
