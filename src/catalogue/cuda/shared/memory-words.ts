import type { ITranslate, Values } from '../../../diagnosis/types';
import type { Reason } from './memory-figures';

/** The title, with the figures that decide. */
function memoryTitle(trans: ITranslate, values: Values): string {
  const { tried = '', total = '', free, unused = '', limit } = values;
  switch (values.reason as Reason | undefined) {
    case 'impossible':
      return values.total !== undefined
        ? trans.__('%1 asked at once of a GPU of %2', tried, total)
        : trans.__('More memory asked at once than any GPU has');
    case 'start':
      return trans.__('There was no memory left to start CUDA with');
    case 'limit':
      return limit !== undefined
        ? trans.__('This process may use only %1 of the GPU', limit)
        : trans.__('This process has reached its own memory limit');
    case 'others':
      return trans.__(
        'Other processes hold %1 of the GPU’s %2',
        values.others ?? '',
        total
      );
    case 'outside':
      return trans.__(
        '%1 of this process lie outside PyTorch',
        values.outside ?? ''
      );
    case 'elsewhere':
      return trans.__(
        '%1 of the GPU are held outside PyTorch',
        values.elsewhere ?? ''
      );
    case 'fragmented':
      return trans.__(
        'GPU memory is fragmented: %1 asked, %2 in pieces',
        tried,
        unused
      );
    default:
      return values.tried !== undefined && free !== undefined
        ? trans.__('GPU memory is full: %1 asked, %2 free', tried, free)
        : trans.__('The GPU has no memory left for this');
  }
}

/** What the figures mean. */
function memoryCause(trans: ITranslate, values: Values): string {
  const { tried = '', total = '', free = '', allocated = '' } = values;
  const { unused = '', limit, others = '' } = values;
  switch (values.reason as Reason | undefined) {
    case 'impossible':
      return trans.__(
        'One request is for more than the whole GPU has. A smaller batch may not help: look for a tensor of the wrong shape, for instance an accidental N × N broadcast.'
      );
    case 'start':
      return trans.__(
        'CUDA ran out of memory as it was started, before this process held any of the GPU’s. Usually other processes fill the GPU; a limit on the computer’s own memory can do it too.'
      );
    case 'limit':
      return limit !== undefined
        ? trans.__(
            'set_per_process_memory_fraction allows this process %1. It holds %2 in tensors and asked for %3 more.',
            limit,
            allocated,
            tried
          )
        : trans.__(
            'The request would go beyond the part of the GPU that set_per_process_memory_fraction allows this process.'
          );
    case 'others':
      return trans.__(
        '%1 were asked and %2 were free, but this process holds only %3 in tensors: %4 belong to other processes. Often that is another notebook’s kernel, or a training that was not ended.',
        tried,
        free,
        allocated,
        others
      );
    case 'outside':
      return trans.__(
        'PyTorch’s tensors take %1, but this process holds %2 more. Another library in this process (TensorFlow, JAX, CuPy), NCCL or CUDA graphs took it.',
        allocated,
        values.outside ?? ''
      );
    case 'elsewhere':
      return trans.__(
        '%1 were asked and %2 were free, though PyTorch holds only %3 of the GPU’s %4. The rest belongs to other processes, or to another library in this one.',
        tried,
        free,
        allocated,
        total
      );
    case 'fragmented':
      return trans.__(
        '%1 were asked; PyTorch keeps %2 unused, but in pieces, none of them large enough. They lie between tensors that hold %3 of the GPU’s %4.',
        tried,
        unused,
        allocated,
        total
      );
    case 'full':
      return trans.__(
        '%1 were asked, and PyTorch’s tensors hold %2 of %3. Model, gradients, optimiser state and activations together do not fit.',
        tried,
        allocated,
        total
      );
    default:
      return values.tried !== undefined
        ? trans.__(
            '%1 were asked and not to be had. The text does not say who holds the memory: this process, another one, or both.',
            tried
          )
        : trans.__(
            'CUDA could not get the memory it asked for. The text has no figures: this process may hold it, or another one on the same GPU.'
          );
  }
}

/** The title and the cause, with the figures that decide. */
export function memoryWords(
  trans: ITranslate,
  values: Values
): { title: string; cause: string } {
  return {
    title: memoryTitle(trans, values),
    cause: memoryCause(trans, values)
  };
}
