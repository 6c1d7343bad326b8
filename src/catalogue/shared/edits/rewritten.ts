/** Calls written as others that do the same where they fail. */
import { around, childrenOf, type SyntaxNode } from '../../../code/tree';
import type { Edit, ICall, ICode } from '../../../code/types';
import { argumentAt, keywordOf, withKeyword } from './arguments';
import { callOf, isCallOf } from './calls';
import {
  calledName,
  callsAt,
  failingCall,
  hasName,
  isWithin,
  knows,
  namesMadeBy,
  only
} from './find';
import { inputOf } from './options';
import { ownLine } from './statements';
import { receiverOf, wrapped } from './values';

/** What the one call of such a name says in its place. */
function replaced({ code, from, to }: ICall, insert: string): ReturnType<Edit> {
  return [{ code, from, to, insert }];
}

/** `torch.cat(outputs).cpu().numpy()` for `outputs.numpy()` of a list. */
export function listJoined(method: string): Edit {
  return failed => {
    const call = failingCall(failed, one => calledName(one) === method);
    const list = call && receiverOf(call);
    return call && list?.name === 'VariableName' && knows(failed, 'torch')
      ? replaced(call, `torch.cat(${call.code.textOf(list)}).cpu().${method}()`)
      : null;
  };
}

const SAMPLES = 'samples';

/** The divergence of two distributions, estimated where no formula is known. */
export const divergenceSampled: Edit = failed => {
  const own = ownLine(failed.places[0]);
  const call = failingCall(failed, one => isCallOf(one, ['kl_divergence']));
  const [p, q, more] = call?.args ?? [];
  const isNamed = [p, q].every(
    one => one?.value?.name === 'VariableName' && one.keyword === null
  );
  if (!own || !call || !isNamed || more || hasName(failed, SAMPLES)) {
    return null;
  }
  const { code, node, indent, end } = own;
  const [a, b] = [code.textOf(p), code.textOf(q)];
  const line = `${SAMPLES} = ${a}.sample((1000,))${end}${indent}`;
  const { from, to } = call;
  const insert = `(${a}.log_prob(${SAMPLES}) - ${b}.log_prob(${SAMPLES})).mean(0)`;
  return isWithin(call, node)
    ? [
        { code, from: node.from, to: node.from, insert: line },
        { code, from, to, insert }
      ]
    : null;
};

/** The weight of a layer as it is, where the loss turns it itself. */
export const weightTurned: Edit = failed => {
  const call = callOf(failed, ['linear_cross_entropy']);
  const weight = call && argumentAt(call, 1, 'linear_weight');
  const [owner, , property] =
    weight?.name === 'MemberExpression' ? childrenOf(weight) : [];
  return call && property && call.code.textOf(property) === 'T'
    ? [{ code: call.code, from: owner.to, to: property.to, insert: '' }]
    : null;
};

/** The value at the place of a quantile, of tensors that are too large for it. */
export const quantileByRank: Edit = failed => {
  const call = failingCall(failed, one => isCallOf(one, ['quantile']));
  const x = call && inputOf(call);
  const last = call?.args[call.args.length - 1];
  const { value } = last ?? {};
  const isPlain = ['Number', 'VariableName'].includes(value?.name ?? '');
  const isFunction = call?.name === 'torch.quantile';
  if (!call || !x || !value || !isPlain) {
    return null;
  }
  const q = call.code.textOf(value);
  return call.args.length === (isFunction ? 2 : 1)
    ? replaced(
        call,
        `${x}.flatten().kthvalue(round(${q} * (${x}.numel() - 1)) + 1).values`
      )
    : null;
};

/** A list of what a tokenizer is given: a column of a table is none. */
export const columnListed: Edit = failed => {
  const made = namesMadeBy(failed, name => /Tokenizer/.test(name));
  const call = failingCall(failed, ({ name }) => made.includes(name ?? ''));
  const column = call && argumentAt(call, 0, 'text');
  return call && column ? wrapped(call.code, column, 'list(', ')') : null;
};

/** The function around a place of a cell. */
function functionAround(code: ICode, at: number): SyntaxNode | null {
  const node = code.nodes.filter(one => one.from <= at && at < one.to).pop();
  return around(node ?? null, ['FunctionDefinition']);
}

/** Whether a function gives such a name, its parameter, another value. */
function isKept(code: ICode, body: SyntaxNode, name: string): boolean {
  return code.nodes.every(
    node =>
      node.name !== 'VariableName' ||
      node.parent?.name !== 'AssignStatement' ||
      node.nextSibling?.name === ')' ||
      !isWithin(node, body) ||
      code.textOf(node) !== name
  );
}

/** Pad to the length that the whole batch has, on each GPU alike. */
export const paddedWhole: Edit = failed => {
  const call = callOf(failed, ['pad_packed_sequence']);
  const pack = only(
    call?.code.calls.filter(one => isCallOf(one, ['pack_padded_sequence'])) ??
      []
  );
  const input = pack && argumentAt(pack, 0, 'input');
  const body = call && functionAround(call.code, call.from);
  if (!call || !pack || !body || input?.name !== 'VariableName') {
    return null;
  }
  const name = call.code.textOf(input);
  const first = keywordOf(pack, 'batch_first')?.value;
  const at = first && call.code.textOf(first) === 'True' ? 1 : 0;
  return isKept(call.code, body, name)
    ? withKeyword(call, 'total_length', `${name}.size(${at})`)
    : null;
};

/** `torch.load(path)` for `open(path).read()`. */
export const readWithTorch: Edit = failed => {
  const place = failed.places[0];
  const calls = place ? callsAt(place) : [];
  const read = only(calls.filter(call => calledName(call) === 'read'));
  const file = read && receiverOf(read);
  const open = calls.find(
    ({ name, from, to }) =>
      name === 'open' && from === file?.from && to === file.to
  );
  const path = open && argumentAt(open, 0, 'file');
  return read && path && knows(failed, 'torch')
    ? replaced(
        read,
        `torch.load(${read.code.textOf(path)}, map_location='cpu')`
      )
    : null;
};
