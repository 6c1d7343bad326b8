/** What torch_geometric and torchmetrics check themselves. */
import type { IKind } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';

export const LIBRARY_KINDS = {
  edges: {
    signs: messageOrLog(
      /Found indices in ["']\w+["'] that are (?:larger than|negative)|all indices in ["']edge_index["'] point to valid indices/
    ),
    words: trans => ({
      title: trans.__('edge_index names a node that does not exist'),
      cause: trans.__(
        'The numbers in edge_index count nodes from 0, and one is not below the number of rows of x. Node ids that start at 1 or have gaps must be renumbered.'
      ),
      fixes: [
        {
          safety: 'diagnostic',
          title: trans.__('Compare edge_index with the number of nodes'),
          code: 'print(edge_index.max().item(), x.size(0))'
        },
        check(
          trans.__('Renumber the nodes from 0'),
          '_, edge_index = torch.unique(edge_index, return_inverse=True)'
        )
      ]
    })
  },
  'edge-rows': {
    signs: messageOrLog(
      /[Ee]xpected ["']edge_index["'] to have size ["']?2["']? in the first dimension(?: \(got ["']?(?<found>\d{1,12}))?|only supports integer tensors of shape [`"']\[2, num_messages\]/
    ),
    words: (trans, { found }) => ({
      title: trans.__('edge_index must have two rows'),
      cause: found
        ? trans.__(
            'edge_index is [2, edges]: a row of nodes that edges start from, and a row of those that they lead to. This one has %1 rows, one for each edge perhaps.',
            found
          )
        : trans.__(
            'edge_index is [2, edges], of whole numbers: a row of nodes that edges start from, and a row of those that they lead to.'
          ),
      fixes: [
        check(
          trans.__('A list of pairs: exchange the two dimensions'),
          'edge_index = torch.tensor(edges).t().contiguous()'
        ),
        {
          safety: 'diagnostic',
          title: trans.__('See its shape and type'),
          code: 'print(edge_index.shape, edge_index.dtype)'
        }
      ]
    })
  },
  metric: {
    signs: [
      ...messageOrLog(
        /Detected more unique values in ["'`](?<name>target|preds)["'`] than (?:expected|["'`]num_classes["'`])\. Expected only (?<size>\d{1,9}) but found (?<found>\d{1,9})/
      ),
      ...messageOrLog(
        /Detected the following values in [`"'](?<name>target|preds)[`"']: tensor\(/
      )
    ],
    words: (trans, { name, size, found }) => ({
      title:
        found && size
          ? trans.__('%1 classes for a metric of %2', found, size)
          : trans.__('More classes than the metric was made for'),
      cause:
        found && size && name
          ? trans.__(
              'The metric allows %1 different classes, and “%2” holds %3. Either num_classes is too small, or some values are no classes, such as a label for padding.',
              size,
              name,
              found
            )
          : trans.__(
              'The metric was made for fewer classes than there are. Either num_classes is too small, or some values are no classes, such as a label for padding.'
            ),
      fixes: [
        {
          safety: 'diagnostic',
          title: trans.__('See which classes there are'),
          code: `print(${name ?? 'target'}.unique())`
        },
        check(
          trans.__('Make the metric for all classes of the data'),
          `metric = MulticlassAccuracy(num_classes=${found ?? 'num_classes'})`
        ),
        check(
          trans.__('Padding or “void” labels: tell the metric to skip them'),
          'metric = MulticlassAccuracy(num_classes=num_classes, ignore_index=255)'
        )
      ]
    })
  },
  'metric-scores': {
    signs: messageOrLog(
      /[`"']preds\.shape\[1\][`"'] should be equal to number of classes/
    ),
    words: trans => ({
      title: trans.__('The metric was made for another number of classes'),
      cause: trans.__(
        'The scores have one column for each output of the model, and num_classes of the metric is another number.'
      ),
      fixes: [
        check(
          trans.__('Make the metric for the outputs of the model'),
          'metric = MulticlassAccuracy(num_classes=output.shape[1])'
        ),
        {
          safety: 'diagnostic',
          title: trans.__('See how many there are'),
          code: 'print(output.shape, metric.num_classes)'
        }
      ]
    })
  }
} satisfies Record<string, IKind<'name' | 'size' | 'found'>>;
