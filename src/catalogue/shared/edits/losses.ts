/** Changes of what a loss is given: the output of the model and the target. */
import type { SyntaxNode } from '../../../code/tree';
import type {
  Edit,
  ICall,
  IChange,
  ICode,
  IFailedCode,
  IOperand
} from '../../../code/types';
import {
  argumentAt,
  hasStars,
  withKeyword,
  withoutArguments
} from './arguments';
import { calledName, callsAt, callsNamed, failingCall, only } from './find';
import { behind, receiverOf, wrapped } from './values';

/** How losses are called, as far as names tell. */
const LOSS = /loss|crit|entropy|nll|mse|bce|kl_div|objective/i;

const PARAMETERS = { input: 0, target: 1 } as const;

type Role = keyof typeof PARAMETERS;

/** The call of the failing line that compares two values. */
function lossCall({ places }: IFailedCode): ICall | null {
  for (const place of places) {
    const pairs = callsAt(place).filter(
      call => call.args.length > 1 && !hasStars(call)
    );
    const named = pairs.filter(call => LOSS.test(calledName(call) ?? ''));
    const found = named.length > 0 ? named : pairs;
    if (found.length > 0) {
      return only(found);
    }
  }
  return null;
}

/** The tensor that a function of torch's calls so. */
export function operandNamed(
  { tensors }: IFailedCode,
  name: string
): IOperand | null {
  return only(
    tensors.filter(
      each =>
        each.isOperand &&
        each.names.some(one => !one.isOwn && one.name === name)
    )
  );
}

interface IGiven {
  readonly call: ICall;
  readonly value: SyntaxNode;
}

/** What the loss is given as its output or its target. */
function givenAs(failed: IFailedCode, role: Role): IGiven | null {
  const call = lossCall(failed);
  const value = call && argumentAt(call, PARAMETERS[role], role);
  return call && value ? { call, value } : null;
}

/** Let something follow the output or the target: `.squeeze(1)`. */
export function lossThen(role: Role, end: string): Edit {
  return failed => {
    const given = givenAs(failed, role);
    return given && behind(given.call.code, given.value, end);
  };
}

/** Call a function on the output or the target. */
export function lossWithin(role: Role, begin: string, end: string): Edit {
  return failed => {
    const given = givenAs(failed, role);
    return given && wrapped(given.call.code, given.value, begin, end);
  };
}

/** How many classes the output has, and the labels that the target holds. */
function labelsOf(failed: IFailedCode) {
  const target = operandNamed(failed, 'target');
  const shape = operandNamed(failed, 'input')?.shape ?? [];
  const classes = shape.length > 1 ? shape[1] : shape[0];
  return target?.values && classes !== undefined
    ? { least: target.values[0], most: target.values[1], classes }
    : null;
}

/** Labels that are proven to run 1 … C, made 0 … C - 1. */
export const labelsFromZero: Edit = failed => {
  const labels = labelsOf(failed);
  const given = givenAs(failed, 'target');
  return given && labels?.least === 1 && labels.most === labels.classes
    ? behind(given.call.code, given.value, ' - 1')
    : null;
};

/** The last layer for the largest label, where one layer has that width. */
export const lastLayerWidened: Edit = failed => {
  const labels = labelsOf(failed);
  if (!labels || labels.least < 0 || labels.most < labels.classes) {
    return null;
  }
  const layers = callsNamed(failed, 'Linear').flatMap(call => {
    const value = argumentAt(call, 1, 'out_features');
    return value && call.code.textOf(value) === String(labels.classes)
      ? [{ code: call.code, from: value.from, to: value.to }]
      : [];
  });
  const layer = only(layers);
  return layer && [{ ...layer, insert: String(labels.most + 1) }];
};

/** The table for the largest id, where one table has that many rows. */
export const tableWidened: Edit = failed => {
  const ids = operandNamed(failed, 'input')?.values;
  const rows = operandNamed(failed, 'weight')?.shape[0];
  if (!ids || rows === undefined || ids[0] < 0 || ids[1] < rows) {
    return null;
  }
  const tables = callsNamed(failed, 'Embedding').flatMap(call => {
    const value = argumentAt(call, 0, 'num_embeddings');
    return value && call.code.textOf(value) === String(rows)
      ? [{ code: call.code, from: value.from, to: value.to }]
      : [];
  });
  const table = only(tables);
  return table && [{ ...table, insert: String(ids[1] + 1) }];
};

/** The loss of probabilities, and the one that takes the sigmoid itself. */
const OF_LOGITS: ReadonlyMap<string, string> = new Map([
  ['BCELoss', 'BCEWithLogitsLoss'],
  ['binary_cross_entropy', 'binary_cross_entropy_with_logits']
]);

const SIGMOID = /^(?:torch|F|torch\.nn\.functional|nn\.functional)\.sigmoid$/;

/** A sigmoid around a value, taken away. */
function withoutSigmoid(code: ICode, node: SyntaxNode): IChange[] | null {
  const call = code.calls.find(
    ({ from, to }) => from === node.from && to === node.to
  );
  const inner =
    call && SIGMOID.test(call.name ?? '') ? argumentAt(call, 0, 'input') : null;
  return call && inner
    ? [
        { code, from: call.from, to: inner.from, insert: '' },
        { code, from: inner.to, to: call.to, insert: '' }
      ]
    : null;
}

/**
 * The loss that takes logits: of raw outputs, or of a sigmoid that goes with it.
 * A sigmoid elsewhere, as in the model, would be taken twice.
 */
export const logitsLoss: Edit = failed => {
  const names = [...OF_LOGITS.keys()];
  const call = only(names.flatMap(name => callsNamed(failed, name)));
  const sigmoids = failed.cells.flatMap(code =>
    code.nodes.filter(
      node =>
        ['VariableName', 'PropertyName'].includes(node.name) &&
        /^sigmoid$/i.test(code.textOf(node))
    )
  );
  const given = givenAs(failed, 'input');
  const taken = given && withoutSigmoid(given.call.code, given.value);
  if (!call || sigmoids.length !== (taken ? 1 : 0)) {
    return null;
  }
  const { to } = call.func;
  const name = calledName(call) ?? '';
  const insert = OF_LOGITS.get(name) ?? name;
  return [
    { code: call.code, from: to - name.length, to, insert },
    ...(taken ?? [])
  ];
};

/** `y.backward(torch.ones_like(y))`, for a gradient of another shape. */
export const onesForBackward: Edit = failed => {
  const call = failingCall(failed, one => calledName(one) === 'backward');
  const value = call && argumentAt(call, 0, 'gradient');
  const receiver = call && receiverOf(call);
  if (!call || !value || receiver?.name !== 'VariableName') {
    return null;
  }
  const { code } = call;
  const insert = `torch.ones_like(${code.textOf(receiver)})`;
  return [{ code, from: value.from, to: value.to, insert }];
};

/** `grad(y, x, grad_outputs=torch.ones_like(y))`. */
export const onesForGrad: Edit = failed => {
  const call = failingCall(failed, ({ name }) =>
    /(?:^|\.)autograd\.grad$|^grad$/.test(name ?? '')
  );
  const outputs = call && argumentAt(call, 0, 'outputs');
  return call && outputs?.name === 'VariableName'
    ? withKeyword(
        call,
        'grad_outputs',
        `torch.ones_like(${call.code.textOf(outputs)})`
      )
    : null;
};

/** `y.sum().backward()`, for a gradient that does not fit. */
export const summedForBackward: Edit = failed => {
  const call = failingCall(failed, one => calledName(one) === 'backward');
  const value = call && argumentAt(call, 0, 'gradient');
  const receiver = call && receiverOf(call);
  const rest = call && withoutArguments(call, one => one.value === value);
  const summed = call && receiver && behind(call.code, receiver, '.sum()');
  return value && rest && summed ? [...rest, ...summed] : null;
};
