/** Changes of a layer: its width, and what is loaded into it. */
import { childOf, childrenOf, type SyntaxNode } from '../../../code/tree';
import type { Edit, ICall, IFailedCode } from '../../../code/types';
import { argumentAt, hasStars, keywordOf, withKeyword } from './arguments';
import { assignedTo, calledName, callsNamed, failingCall, only } from './find';
import { ownLine } from './statements';
import { receiverOf } from './values';

function reads(call: ICall, node: SyntaxNode | null, text: string): boolean {
  return (
    node !== null && node.name === 'Number' && call.code.textOf(node) === text
  );
}

/** A layer as it is written, and as it was measured. */
export interface IWidth {
  /** The class, `Linear`, or those that it may be. */
  readonly layer: string | readonly string[];
  /** The parameter of the width, and its place. */
  readonly width: readonly [name: string, at: number];
  /** The width that is written, and the one of what comes in. */
  readonly wanted: string | undefined;
  readonly given: string | undefined;
  /** A second parameter with its value, which tells it from others. */
  readonly other?: readonly [name: string, at: number, value: string];
}

const NUMBER = /^\d{1,9}$/;

/** Write the measured width, where one layer alone has the numbers of the error. */
export function withWidth({
  layer,
  width,
  wanted,
  given,
  other
}: IWidth): Edit {
  return failed => {
    if (!NUMBER.test(wanted ?? '') || !given || !NUMBER.test(given)) {
      return null;
    }
    const [name, at] = width;
    const call = only(
      [layer]
        .flat()
        .flatMap(name => callsNamed(failed, name))
        .filter(
          one =>
            !hasStars(one) &&
            // Groups divide the channels.
            !keywordOf(one, 'groups') &&
            reads(one, argumentAt(one, at, name), wanted ?? '') &&
            (!other ||
              reads(one, argumentAt(one, other[1], other[0]), other[2]))
        )
    );
    const value = call && argumentAt(call, at, name);
    return call && value
      ? [{ code: call.code, from: value.from, to: value.to, insert: given }]
      : null;
  };
}

const LOAD = 'load_state_dict';

/** `state` of `model.load_state_dict(state)`, where it is a name. */
function loadedState(call: ICall): SyntaxNode | null {
  const state = argumentAt(call, 0, 'state_dict');
  return state?.name === 'VariableName' ? state : null;
}

/** Load a part of what was loaded, or what it makes of itself. */
export function loadedThen(end: string): Edit {
  return failed => {
    const call = failingCall(failed, one => calledName(one) === LOAD);
    const state = call && loadedState(call);
    return call && state
      ? [{ code: call.code, from: state.to, to: state.to, insert: end }]
      : null;
  };
}

/** Load with other names of the parameters, where `k` is the one of the file. */
export function withKeys(key: string): Edit {
  return failed => {
    const call = failingCall(failed, one => calledName(one) === LOAD);
    const state = call && loadedState(call);
    if (!call || !state) {
      return null;
    }
    const { from, to } = state;
    const insert = `{${key}: v for k, v in ${call.code.textOf(state)}.items()}`;
    return [{ code: call.code, from, to, insert }];
  };
}

/** Load into a part of the model. */
export function loadedInto(part: string): Edit {
  return failed => {
    const call = failingCall(failed, one => calledName(one) === LOAD);
    const model = call && receiverOf(call);
    const isDone =
      !call || !model || call.code.textOf(model).endsWith(`.${part}`);
    return isDone
      ? null
      : [{ code: call.code, from: model.to, to: model.to, insert: `.${part}` }];
  };
}

/** Leave parameters as they are that the file does not have. */
export const notStrict: Edit = failed => {
  const call = failingCall(failed, one => calledName(one) === LOAD);
  return call && withKeyword(call, 'strict', 'False');
};

/** Lists of layers that a model keeps, as a list that it knows. */
export const layersRegistered: Edit = ({ cells }) => {
  const found = cells.flatMap(code =>
    code.nodes.flatMap(node => {
      const [target, equals, value, more] =
        node.name === 'AssignStatement' ? childrenOf(node) : [];
      const text = value ? code.textOf(value) : '';
      // `nn.Linear` shows how the cell calls the module.
      const module = /^\[\s*((?:\w+\.){0,3})[A-Z]\w*\(/.exec(text)?.[1];
      const isIt =
        target?.name === 'MemberExpression' &&
        code.textOf(target).startsWith('self.') &&
        equals.name === 'AssignOp' &&
        !more &&
        /^Array/.test(value.name) &&
        /(?:^|\.)nn\.$/.test(module ?? '');
      const { from, to } = value ?? node;
      return isIt
        ? [
            { code, from, to: from, insert: `${module}ModuleList(` },
            { code, from: to, to, insert: ')' }
          ]
        : [];
    })
  );
  return found.length > 0 ? found : null;
};

/** The last layer, or the table, with the sizes that were saved. */
export function builtAsSaved(inFile?: string, inModel?: string): Edit {
  const [saved, made] = [inFile, inModel].map(shape =>
    /^\[(\d{1,9}), ?(\d{1,9})\]$/.exec(shape ?? '')
  );
  const isFirst = saved !== null && made !== null && saved[2] === made[2];
  return failed =>
    isFirst
      ? withWidth({
          layer: 'Linear',
          width: ['out_features', 1],
          wanted: made[1],
          given: saved[1],
          other: ['in_features', 0, made[2]]
        })(failed)
      : null;
}

/** Build the one model of the notebook, and load into it what is only its weights. */
export function builtThenLoaded(method: string): Edit {
  return failed => {
    const call = failingCall(failed, one => calledName(one) === method);
    const held = call && receiverOf(call);
    const name =
      held?.name === 'VariableName' ? call?.code.textOf(held) : undefined;
    const made = name ? assignedTo(failed, name) : null;
    const load = made?.code.calls.find(
      ({ from, to }) => from === made.value.from && to === made.value.to
    );
    const own =
      load && ownLine({ code: load.code, line: load.code.lineOf(load.from) });
    const model = only(modulesMade(failed));
    if (!name || !load || !own || !model || load.name !== 'torch.load') {
      return null;
    }
    const { code, node, indent, end } = own;
    const lines = [
      `state = ${code.textOf(load)}`,
      `${name} = ${model}()`,
      `${name}.load_state_dict(state)`
    ];
    const insert = lines.join(`${end}${indent}`);
    return [{ code, from: node.from, to: node.to, insert }];
  };
}

/** The models that the notebook defines and that take nothing when made. */
function modulesMade({ cells }: IFailedCode): readonly string[] {
  return cells.flatMap(code =>
    code.nodes.flatMap(node => {
      const name = childOf(node, 'VariableName');
      const bases = childOf(node, 'ArgList');
      const isModule =
        node.name === 'ClassDefinition' &&
        bases !== null &&
        /\bModule\b/.test(code.textOf(bases));
      const body = childOf(node, 'Body');
      const init = body
        ? childrenOf(body).find(
            part =>
              part.name === 'FunctionDefinition' &&
              /^def __init__\b/.test(code.textOf(part))
          )
        : undefined;
      const list = childOf(init ?? null, 'ParamList');
      const parameters = list
        ? childrenOf(list).filter(({ name }) => name === 'VariableName')
        : [];
      return isModule && name && parameters.length <= 1
        ? [code.textOf(name)]
        : [];
    })
  );
}
