import type { ITranslate, Values } from '../../../diagnosis/types';

/** What the abort says, by kind: the words of the title and the cause. */
export function abortedWords(
  trans: ITranslate,
  { heap, metal, what, exception }: Values
): { title: string; cause: string } {
  if (heap !== undefined) {
    return {
      title: trans.__('The process aborted: its heap is damaged'),
      cause: trans.__(
        'The C library found its memory damaged (%1) and ended the process. Some compiled code wrote where it must not, or two copies of one library were loaded; the crash comes later than the fault.',
        heap
      )
    };
  }
  if (metal !== undefined) {
    return {
      title: trans.__('Apple’s GPU library (MPS) ended the process'),
      cause: trans.__(
        'Metal does not raise an error for an operation that it cannot do; it ends the process. It said: %1',
        metal
      )
    };
  }
  if (exception === 'std::bad_alloc') {
    return {
      title: trans.__('C++ code could not get the memory it asked for'),
      cause: trans.__(
        'The process was aborted by std::bad_alloc: an allocation failed. The main memory (RAM) or its limit is used up, or a wrong size was asked for.'
      )
    };
  }
  if (what !== undefined || exception !== undefined) {
    return {
      title: trans.__('A C++ error nobody caught ended the process'),
      cause:
        what === undefined
          ? trans.__(
              'C++ code threw %1 in a thread where Python could not catch it, so the process was aborted.',
              exception
            )
          : trans.__(
              'C++ code threw an error in a thread where Python could not catch it, so the process was aborted. It said: %1',
              what
            )
    };
  }
  return {
    title: trans.__('The process ended itself in an emergency (abort)'),
    cause: trans.__(
      'Compiled code found a state that it cannot go on from and called abort(). The reason is in the lines that were printed just before, usually in the terminal of the server.'
    )
  };
}
