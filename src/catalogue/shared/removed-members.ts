/** Methods and attributes of tensors and iterators that older torch had. */
export const REMOVED_MEMBER =
  /'Tensor' object has no attribute '(?<name>T|rfft|irfft|fft|ifft|symeig|eig|lstsq|gels|solve|gesv)'|'_\w{1,20}DataLoaderIter' object has no attribute '(?<method>next|_send_idx|_rcvd_idx|_put_indices)'/;
