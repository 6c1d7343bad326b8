/** Changes of a call of `torch.load`. */
import type { Edit, ICall, IFailedCode } from '../../../code/types';
import { argumentAt, keywordOf, withKeyword } from './arguments';
import { failingCall, knows } from './find';
import { importedFirst } from './names';
import { wrapped } from './values';
import { ownLine } from './statements';

/** `torch.load(path)`: a second argument without its name is map_location. */
function failingLoad(failed: IFailedCode): ICall | null {
  return failingCall(failed, ({ name }) => name === 'torch.load');
}

/** Read tensors to the CPU, wherever they were saved. */
export const loadedToCpu: Edit = failed => {
  const call = failingLoad(failed);
  const isGiven = call?.args[1]?.keyword === null;
  return call && !isGiven ? withKeyword(call, 'map_location', "'cpu'") : null;
};

/** Load classes, too: whoever wrote the file can run code here. */
export const loadedWhole: Edit = failed => {
  const call = failingLoad(failed);
  return call && !keywordOf(call, 'mmap')
    ? withKeyword(call, 'weights_only', 'False')
    : null;
};

/** The value itself, where it needs no loading. */
export const loadedAlready: Edit = failed => {
  const call = failingLoad(failed);
  const value = call && argumentAt(call, 0, 'f');
  return call && value?.name === 'VariableName'
    ? [
        {
          code: call.code,
          from: call.from,
          to: call.to,
          insert: call.code.textOf(value)
        }
      ]
    : null;
};

/** A stream read into memory first, where torch can go back and forth. */
export const loadedFromMemory: Edit = failed => {
  const call = failingLoad(failed);
  const value = call && argumentAt(call, 0, 'f');
  const changes =
    call && value && wrapped(call.code, value, 'io.BytesIO(', '.read())');
  const line = knows(failed, 'io') ? [] : importedFirst('import io')(failed);
  return changes && line && [...line, ...changes];
};

/** Load one more class, which the notebook defines or imports by its name. */
export function loadedWith(name: string): Edit {
  return failed => {
    const call = failingLoad(failed);
    const own = call && ownLine(failed.places[0]);
    const isKnown = failed.cells.some(code =>
      code.nodes.some(
        node => node.name === 'VariableName' && code.textOf(node) === name
      )
    );
    if (!call || !own || own.code !== call.code || !isKnown) {
      return null;
    }
    const { code, node, indent, end } = own;
    const line = `torch.serialization.add_safe_globals([${name}])`;
    return code.text.includes(line)
      ? null
      : [
          {
            code,
            from: node.from,
            to: node.from,
            insert: `${line}${end}${indent}`
          }
        ];
  };
}
