/** Changes of a training step: modes of the model, a scaled loss. */
import type { Edit, ICall, IFailedCode } from '../../../code/types';
import { argumentAt } from './arguments';
import { callOf } from './calls';
import { calledName, callsNamed, failingCall, namesMadeBy, only } from './find';
import { lineOf, linesBefore, sameBlock } from './lines';
import { lineAt } from './statements';
import { receiverOf } from './values';

/** The one name that the notebook puts into evaluation mode. */
function evaluated(failed: IFailedCode): string | null {
  const names = callsNamed(failed, 'eval').flatMap(call => {
    const model = receiverOf(call);
    return model?.name === 'VariableName' ? [call.code.textOf(model)] : [];
  });
  return only([...new Set(names)]);
}

/** Back to training mode, before the step that ends in the failing backward(). */
export const trainedAgain: Edit = failed => {
  const model = evaluated(failed);
  const backward = callOf(failed, ['backward']);
  const last = backward && lineOf(backward);
  if (!model || !backward || !last) {
    return null;
  }
  const { code } = backward;
  // The forward pass of the same block is the one that cuDNN keeps values of.
  const forward = code.calls
    .filter(({ name, to }) => name === model && to <= backward.from)
    .flatMap(call => lineOf(call) ?? [])
    .filter(({ node }) => sameBlock(node, last.node))
    .pop();
  return forward ? lineAt(forward, `${model}.train()`) : null;
};

/** Evaluation mode for the model that a call of such a name is given. */
export function evaluatedFirst(names: readonly string[]): Edit {
  return failed => {
    const call = callOf(failed, names);
    const own = call && lineOf(call);
    const model = call && argumentAt(call, 0, 'func');
    return own && model?.name === 'VariableName'
      ? lineAt(own, `${call.code.textOf(model)}.eval()`)
      : null;
  };
}

/** Calls of a gradient scaler. */
const SCALER: readonly string[] = ['scaler.step', 'scaler.unscale_'];

/** Scale the loss whose gradients the scaler is to step with. */
export const lossScaled: Edit = failed => {
  const scaler = callOf(failed, SCALER);
  const name = scaler && receiverOf(scaler);
  const backward: ICall | null = only(callsNamed(failed, 'backward'));
  const loss = backward && receiverOf(backward);
  if (!scaler || !name || !backward || !loss) {
    return null;
  }
  const { code } = backward;
  const begin = `${scaler.code.textOf(name)}.scale(`;
  return code.textOf(loss).startsWith(begin)
    ? null
    : [
        { code, from: loss.from, to: loss.from, insert: begin },
        { code, from: loss.to, to: loss.to, insert: ')' }
      ];
};

/** Count what a model does with an input that the notebook gives it: a trace. */
export const tracedInstead: Edit = failed => {
  const call = callOf(failed, ['jit.script']);
  const model = call && argumentAt(call, 0, 'obj');
  if (!call || model?.name !== 'VariableName') {
    return null;
  }
  const name = call.code.textOf(model);
  const inputs = failed.cells.flatMap(code =>
    code.calls.flatMap(one => {
      const [first, ...more] = one.args;
      return one.name === name &&
        more.length === 0 &&
        first?.value?.name === 'VariableName' &&
        first.keyword === null &&
        first.star === ''
        ? [code.textOf(first)]
        : [];
    })
  );
  const input = only([...new Set(inputs)]);
  const { code, func } = call;
  return input
    ? [
        { code, from: func.to - 'script'.length, to: func.to, insert: 'trace' },
        { code, from: model.to, to: model.to, insert: `, ${input}` }
      ]
    : null;
};

/** A loader of torch's, as a call makes it. */
function isLoader(call: string): boolean {
  return call.endsWith('DataLoader');
}

/** One batch of the loader through the model, before its parameters are asked for. */
export const batchFirst: Edit = failed => {
  const loader = only(namesMadeBy(failed, isLoader));
  const call = failingCall(failed, one =>
    /^(?:named_)?parameters$/.test(calledName(one) ?? '')
  );
  const model = call && receiverOf(call);
  return call && loader && model?.name === 'VariableName'
    ? linesBefore([
        `batch = next(iter(${loader}))`,
        'with torch.no_grad():',
        `    ${call.code.textOf(model)}(batch[0] if isinstance(batch, (list, tuple)) else batch)`
      ])(failed)
    : null;
};
