import type { ITranslate, Values } from '../../../diagnosis/types';

/** The title of `tensor/index-range`. */
export function rangeTitle(trans: ITranslate, values: Values): string {
  const { kind, label, outputs, index, size, dim, dims, indices, rows, found } =
    values;
  switch (kind) {
    case 'label':
      return label
        ? outputs && outputs !== '0'
          ? trans.__('Label %1 is outside 0 … %2', label, Number(outputs) - 1)
          : trans.__('Label %1 is not a class of the model', label)
        : trans.__('A class label is outside the range of the classes');
    case 'embedding':
      return index && size
        ? trans.__('Index %1 in a table of %2 rows', index, size)
        : trans.__('An id is too large for the embedding');
    case 'select':
      return trans.__('An index is outside the range of index_select()');
    case 'dimension':
      return dim
        ? trans.__('The tensor has no dimension %1', dim)
        : trans.__('The tensor has fewer dimensions than the call needs');
    case 'indices':
      return dims
        ? trans._n(
            'More indices than the %1 dimension of the tensor',
            'More indices than the %1 dimensions of the tensor',
            Number(dims)
          )
        : trans.__('More indices than the tensor has dimensions');
    case 'topk':
      return trans.__('k is larger than the number of values');
    case 'edge-rows':
      return trans.__('edge_index must have two rows');
    case 'metric-scores':
      return trans.__('The metric was made for another number of classes');
    case 'metric':
      return found && size
        ? trans.__('%1 classes for a metric of %2', found, size)
        : trans.__('More classes than the metric was made for');
    case 'edges':
      return trans.__('edge_index names a node that does not exist');
    case 'shape':
      return trans.__('The index has the wrong shape for gather or scatter');
    case 'larger':
      return trans.__('The index has more entries than the tensor');
    case 'vector':
      return trans.__('The indices must be one row of numbers');
    case 'rows':
      return indices && rows
        ? trans._n(
            '%1 index for %2 rows to write',
            '%1 indices for %2 rows to write',
            Number(indices),
            rows
          )
        : trans.__('The rows to write do not fit the indices');
    case 'unpool':
      return trans.__('max_unpool got the places of another pooling');
    default:
      return index && size
        ? trans.__('Index %1 in a dimension of size %2', index, size)
        : trans.__('An index is outside the tensor');
  }
}

function labelCause(trans: ITranslate, { label, outputs }: Values): string {
  if (label && outputs && outputs !== '0') {
    return Number(label) < 0
      ? trans.__(
          'A label is %1, the model has %2 outputs: valid labels are 0 … %3.',
          label,
          outputs,
          Number(outputs) - 1
        )
      : trans.__(
          'Labels go up to %1 or more, the model has %2 outputs: valid labels are 0 … %3.',
          label,
          outputs,
          Number(outputs) - 1
        );
  }
  return label
    ? trans.__(
        'The loss got the label %1. With C outputs the valid labels are 0 … C - 1, or ignore_index.',
        label
      )
    : trans.__(
        'The loss got a label below 0, or not below the number of classes. With C outputs the valid labels are 0 … C - 1, or ignore_index.'
      );
}

/** Its cause. */
export function rangeCause(trans: ITranslate, values: Values): string {
  const { kind, index, size, low, high, dim, shape, name, found } = values;
  switch (kind) {
    case 'label':
      return labelCause(trans, values);
    case 'embedding':
      return index && size
        ? trans.__(
            'The table (nn.Embedding, index_select) has %1 rows, so ids are 0 … %2, and it was asked for %3.',
            size,
            Number(size) - 1,
            index
          )
        : trans.__(
            'A table with N rows (nn.Embedding, index_select) takes ids 0 … N - 1. Usually the vocabulary grew, the tokenizer belongs to another model, or the text is longer than the position table.'
          );
    case 'select':
      return trans.__(
        'With N entries in the dimension, indices are 0 … N - 1, and one is N or more, or negative. Usually the numbering starts at 1, or has gaps.'
      );
    case 'dimension':
      return low && high && dim
        ? trans.__(
            'The tensor has dimensions %1 … %2, the call asks for %3. In a loss this often means that the output has no class dimension.',
            low,
            high,
            dim
          )
        : trans.__(
            'The call asks for a dimension that the tensor does not have. In a loss this often means that the output has no class dimension.'
          );
    case 'indices':
      return trans.__(
        'Each index takes one dimension. Often a batch or channel dimension was squeezed away before.'
      );
    case 'topk':
      return trans.__(
        'topk and kthvalue can return at most as many values as the dimension has. With fewer classes than k, ask for fewer.'
      );
    case 'edge-rows':
      return found
        ? trans.__(
            'edge_index is [2, edges]: a row of nodes that edges start from, and a row of those that they lead to. This one has %1 rows, one for each edge perhaps.',
            found
          )
        : trans.__(
            'edge_index is [2, edges], of whole numbers: a row of nodes that edges start from, and a row of those that they lead to.'
          );
    case 'metric-scores':
      return trans.__(
        'The scores have one column for each output of the model, and num_classes of the metric is another number.'
      );
    case 'metric':
      return found && size && name
        ? trans.__(
            'The metric allows %1 different classes, and “%2” holds %3. Either num_classes is too small, or some values are no classes, such as a label for padding.',
            size,
            name,
            found
          )
        : trans.__(
            'The metric was made for fewer classes than there are. Either num_classes is too small, or some values are no classes, such as a label for padding.'
          );
    case 'edges':
      return trans.__(
        'The numbers in edge_index count nodes from 0, and one is not below the number of rows of x. Node ids that start at 1 or have gaps must be renumbered.'
      );
    case 'shape':
      return trans.__(
        'gather and scatter need an index with as many dimensions as the tensor, and not larger than it outside the dimension that is indexed.'
      );
    case 'larger':
      return trans.__(
        'The index is [%1], the tensor [%2]. It may be larger in the dimension that is indexed, and in no other.',
        values.index,
        values.shape
      );
    case 'vector':
      return trans.__(
        'index_select(), index_add_() and their like take a tensor of indices with one dimension. Often one of size 1 is still there, or gather() was meant.'
      );
    case 'rows':
      return trans.__(
        'index_add_(), index_copy_() and their like write one row of the source for each index: as many rows as indices, and each as long as a row of the tensor.'
      );
    case 'unpool':
      return index && shape
        ? trans.__(
            'max_unpool was told to put a value at place %1 of an output of %2. The indices come from a pooling with another size, or the size before the pooling was odd.',
            index,
            shape
          )
        : trans.__(
            'max_unpool was told to put a value outside its output. The indices come from a pooling with another size, or the size before the pooling was odd.'
          );
    default:
      return index && size
        ? trans.__(
            'The dimension has %1 entries, so indices are 0 … %2, and it was asked for %3.',
            size,
            Number(size) - 1,
            index
          )
        : trans.__(
            'With N entries in a dimension, indices are 0 … N - 1. gather and scatter take no negative ones.'
          );
  }
}
