/** Changes of a call of `torch.load`. */
import type { Edit, ICall, IFailedCode } from '../../../code/types';
import { keywordOf, withKeyword } from './arguments';
import { failingCall } from './find';

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
