/** What tensors have and modules have not. */
const OF_TENSORS =
  /^(?:is_cuda|device|dtype|shape|grad|requires_grad|size|detach|numpy|dim|data|numel|ndim|item)$/;

/** Whether an attribute is one that is asked of a tensor. */
export function isOfTensors(name: string): boolean {
  return OF_TENSORS.test(name);
}
