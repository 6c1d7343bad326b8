/**
 * Methods and attributes of tensors and iterators that older torch had. A typed
 * text may lack the quotes, and `to_thumb` is not `T`.
 */
export const REMOVED_MEMBER =
  // eslint-disable-next-line regexp/no-useless-assertions, regexp/prefer-predefined-assertion
  /'Tensor' object has no attribute '(?<name>T|rfft|irfft|fft|ifft|symeig|eig|lstsq|gels|solve|gesv)(?!\w)'|'_\w{1,20}DataLoaderIter' object has no attribute '(?<method>next|_send_idx|_rcvd_idx|_put_indices)'/;
