import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { passedFunction } from '../../predicates';
import { LINKS, rerunBlocking, restartKernel } from '../shared/advice';
import { noticedIn, onlyNumber } from '../shared/device-assert';

/** Rows of an embedding, as written: `nn.Embedding(30522, 768)`. */
const ROWS =
  /\b(?:Embedding\(\s?(?:num_embeddings ?= ?)?|vocab_size ?= ?)(?<n>\d{1,9})\b/g;

/** The rows of the embedding, where the code tells. */
function readRows(_: Values, { code }: IReading) {
  return { rows: onlyNumber(code, ROWS) };
}

type Figures = ValuesOf<'size' | 'index'>;

/** The title where the range is known, else `usual`. */
function title(trans: ITranslate, { size }: Figures, usual: string): string {
  return size === undefined
    ? usual
    : trans.__('An index is outside 0 … %1', Number(size) - 1);
}

function outOfRange(trans: ITranslate): string {
  return trans.__('An index is out of range on the GPU');
}

/** The cause: the index that was used, else `usual`, and the range. */
function cause(
  trans: ITranslate,
  { size, index }: Figures,
  usual: string
): string {
  const seen =
    index === undefined ? usual : trans.__('The index %1 was used.', index);
  return size === undefined
    ? seen
    : `${seen} ${trans.__('Allowed are 0 … %1.', Number(size) - 1)}`;
}

/** Whether a language model was writing: its indices are ids and positions. */
function generates(reading: IReading): boolean {
  return passedFunction(
    reading,
    /^(?:generate|_?sample|_?(?:greedy|beam)_search)$/
  );
}

/** Whether the code at hand is of a network on graphs. */
function isOfGraph(reading: IReading): boolean {
  return /\bedge_(?:index|label_index)\b|\btorch_(?:geometric|scatter|sparse)\b/.test(
    `${reading.code}\n${reading.incident.imports ?? ''}`
  );
}

function beyondSize(trans: ITranslate, written?: string): string {
  if (written) {
    return trans.__(
      'While generate() ran, an indexing operation was given an index beyond the size of the dimension: probably a token id that the embedding has no row for, or a position beyond the longest text that the model takes.'
    );
  }
  return trans.__(
    'An indexing operation was given an index beyond the size of the dimension: usually labels used as an index (more classes in the data than in the settings, 255 in a mask), else an id or -1.'
  );
}

function compareIds(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Compare the ids with the number of rows'),
    detail: trans.__(
      'Smallest at least 0, largest below num_embeddings. Use the CPU copy of the batch.'
    ),
    code: 'print(ids.min().item(), ids.max().item(), model.embedding.num_embeddings)'
  };
}

function compareIndex(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Compare the index with the size of the dimension'),
    detail: trans.__(
      'Labels that are used as an index must be 0 … classes - 1: a mask of 0 and 255, a class more than the settings say, or labels that begin at 1 are not.'
    ),
    code: 'print(index.min().item(), index.max().item(), x.shape)'
  };
}

function fitClasses(trans: ITranslate): IFix {
  return check(
    trans.__('Labels: as many classes in the settings as in the data'),
    'num_classes = int(labels.max()) + 1\nmask = (mask > 127).long()  # of a mask of 0 and 255',
    trans.__('Projects keep the number, or the list of names, in their config.')
  );
}

function growEmbedding(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Tokens were added: make the embedding as large'),
    detail: trans.__(
      'The tokenizer and the model must agree on the number of tokens.'
    ),
    code: 'model.resize_token_embeddings(len(tokenizer))'
  };
}

function cutText(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Text longer than the model’s positions: cut it'),
    code: 'tokenizer(text, truncation=True, max_length=model.config.max_position_embeddings)'
  };
}

function validPadding(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Padding with -1: use a valid id and padding_idx'),
    detail: trans.__('Embeddings take no negative ids.'),
    code: 'nn.Embedding(num_embeddings, dim, padding_idx=0)'
  };
}

function replaceMarks(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Replace -1 and other marks before the operation'),
    detail: trans.__(
      'gather, scatter and one_hot take no negative index; for one_hot give num_classes larger than every value.'
    ),
    code: 'index = index.clamp(min=0)  # then mask the results that came from marks'
  };
}

/** What to do about ids of an embedding. */
function idFixes(trans: ITranslate): IFix[] {
  return [
    compareIds(trans),
    growEmbedding(trans),
    cutText(trans),
    validPadding(trans),
    rerunBlocking(trans),
    restartKernel(trans)
  ];
}

/** What to do about labels that are coded as one-hot. */
function classFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'diagnostic',
      title: trans.__('Compare the labels with the number of classes'),
      detail: trans.__(
        'Allowed are 0 … classes - 1. Look at the labels as they are loaded, on the CPU.'
      ),
      code: 'print(labels.unique(), num_classes)'
    },
    check(
      trans.__('Make the classes as many as the labels, or map these'),
      'num_classes = int(labels.max()) + 1  # label_nc, out_channels …\nlabels[labels == 255] = 0  # where 255 marks what does not count',
      trans.__(
        'Where the input is an image and no label map, switch the one-hot code off (pix2pixHD: --label_nc 0).'
      )
    )
  ];
}

/** What to do about edges that name nodes which are not there. */
function nodeFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'diagnostic',
      title: trans.__('Compare the largest node with the rows of features'),
      code: 'print(edge_index.max().item(), [x.size(0) for x in features])  # on the CPU'
    },
    check(
      trans.__('Pass the features of all nodes that the edges name'),
      'x = torch.cat([user_features, item_features])  # items count from len(user_features)',
      trans.__(
        'Edges of a part of a graph still count nodes of the whole one: subgraph(…, relabel_nodes=True) counts anew.'
      )
    )
  ];
}

/** What to do about any other index. */
function indexFixes(trans: ITranslate): IFix[] {
  return [
    compareIndex(trans),
    fitClasses(trans),
    replaceMarks(trans),
    rerunBlocking(trans),
    restartKernel(trans)
  ];
}

/**
 * All that says that an index, and not a label, was out of range on the GPU:
 * conditions by operation (aten/src/ATen/native/cuda: Indexing.cu,
 * IndexKernel.cu, IndexKernelUtils.cu, ScatterGatherKernel.cu, EmbeddingBag.cu;
 * THC before torch 1.9; Inductor).
 */
export default define({
  id: 'cuda/device-assert-index',
  answers: [
    'Assertion `srcIndex < srcSelectDimSize` failed',
    'Assertion `index >= -sizes[i] && index < sizes[i] && "index out of bounds"` failed',
    'Assertion `idx_dim >= 0 && idx_dim < index_size && "index out of bounds"` failed',
    'Assertion `ind >=0 && ind < ind_dim_size && "vectorized gather kernel index out of bounds"` failed',
    'Assertion `index out of bounds: 0 <= tmp4 < 50257` failed',
    "token id beyond the embedding's rows, or -1",
    'device-side assert triggered in embedding / gather / scatter / index_select'
  ],
  refines: ['cuda/device-assert'],
  sticky: true,
  late: true,
  values: ['size', 'index', 'rows', 'written', 'graph'],
  known: reading => ({
    written: generates(reading) ? 'yes' : undefined,
    graph: isOfGraph(reading) ? 'yes' : undefined
  }),
  signs: [
    // Any other condition on something called an index; but `index >= 0` alone
    // is the overflow check of Loss.cu.
    {
      where: 'assertion',
      pattern:
        /index out of (?:bounds|range)|^\W{0,3}(?!index >= 0$)(?:ind|idx|index|indices)\w*(?:\[\w+\])? ?(?:>=?|<=?) ?[\w.-]/i,
      file: /\.(?:cuh?|hip)$/,
      confidence: 'likely'
    },
    // Pieces of such lines that were cut or glued to others.
    {
      where: 'log',
      pattern:
        /srcIndex ?< ?srcSelectDimSize|indexSelect(?:Large|Small)Index: block: ?\[|vectorized gather kernel index out of|sizes\[i\] ?&& ?"index out of|idx_dim ?< ?index_size ?&& ?"/,
      fatal: true
    },
    // The value behind the condition (CUDA_KERNEL_ASSERT_VERBOSE).
    {
      where: 'log',
      pattern:
        /ind_dim_size ?\((?<size>\d{1,19})\), but got index = (?<index>-?\d{1,19})/,
      fatal: true
    },
    {
      where: 'message',
      pattern: /device-side assert(?!ion)/,
      when: noticedIn(
        /\b(?:embedding|index_select|gather|scatter\w{0,8}|one_hot)\b/
      ),
      confidence: 'likely'
    }
  ],
  kinds: {
    unnamed: {
      words: (trans, figures) => ({
        title: title(trans, figures, outOfRange(trans)),
        cause: cause(trans, figures, beyondSize(trans)),
        fixes: idFixes(trans)
      })
    },
    lookup: {
      signs: [
        {
          where: 'assertion',
          pattern:
            /srcIndex ?< ?srcSelectDimSize|index_select\(\): index out of/,
          read: readRows
        },
        {
          where: 'assertion',
          pattern: /input\[emb\] ?< ?numRows|\bend ?>= ?begin\b/,
          read: readRows
        }
      ],
      words: (trans, { rows, ...figures }) => ({
        title: title(
          trans,
          figures,
          trans.__('An id is outside the rows of the embedding')
        ),
        cause:
          rows === undefined
            ? cause(
                trans,
                figures,
                trans.__(
                  'nn.Embedding or index_select was given an id that is negative, or not below the number of rows.'
                )
              )
            : trans.__(
                'nn.Embedding was given an id that is negative, or not below the number of rows. The code at hand makes %1 rows, so ids must be 0 … %2.',
                rows,
                Number(rows) - 1
              ),
        fixes: idFixes(trans)
      })
    },
    gather: {
      signs: [
        {
          where: 'assertion',
          pattern:
            /idx_dim ?>= ?0|scatter gather kernel index|indexValue ?>= ?0|tma scatter \w{1,10} index/
        }
      ],
      words: (trans, { graph, ...figures }) => ({
        title: title(
          trans,
          figures,
          trans.__('gather, scatter or one_hot: index out of range')
        ),
        cause: cause(
          trans,
          figures,
          graph
            ? trans.__(
                'scatter was given an index that is negative, or not below the size of the dimension. In a network on graphs that is usually edge_index: it names a node for which the features that were passed have no row.'
              )
            : trans.__(
                'gather, scatter or one_hot was given an index that is negative, or not below the size of the dimension. Usually it is a one-hot code of labels: a label map has values beyond the number of classes, such as 255 for “ignore” or the grey values of an image.'
              )
        ),
        fixes: [
          ...(graph ? nodeFixes(trans) : classFixes(trans)),
          ...indexFixes(trans)
        ]
      })
    },
    // The one kernel of embeddings and of gather.
    vectorized: {
      signs: [{ where: 'assertion', pattern: /vectorized gather kernel/ }],
      words: (trans, figures) => ({
        title: title(trans, figures, outOfRange(trans)),
        cause: cause(trans, figures, beyondSize(trans)),
        fixes: [
          compareIndex(trans),
          compareIds(trans),
          growEmbedding(trans),
          replaceMarks(trans),
          rerunBlocking(trans),
          restartKernel(trans)
        ]
      })
    },
    write: {
      signs: [
        {
          where: 'assertion',
          pattern:
            /dst(?:Index|Index_) ?< ?dst\w{3,4}DimSize|index_copy_\(\)|\bidx ?>= ?-?self_dim_size/
        }
      ],
      words: (trans, figures) => ({
        title: title(
          trans,
          figures,
          trans.__('index_add, index_copy or index_fill: bad index')
        ),
        cause: cause(trans, figures, beyondSize(trans)),
        fixes: indexFixes(trans)
      })
    },
    indexing: {
      signs: [
        {
          where: 'assertion',
          pattern:
            /-sizes\[i\]|\bindex ?< ?sizes\[i\]|cuda_take_put_kernel|linearIndex ?< ?size|\bidx ?>= ?-(?:size|numel)\b|baseSizes\[dim\]/
        },
        {
          where: 'assertion',
          pattern: /index out of bounds: \(?0 <= [^<]+< \(?(?<size>\d+)/
        }
      ],
      words: (trans, { written, ...figures }) => ({
        title: title(trans, figures, outOfRange(trans)),
        cause: cause(trans, figures, beyondSize(trans, written)),
        fixes: written ? idFixes(trans) : indexFixes(trans)
      })
    },
    unpool: {
      signs: [
        {
          where: 'assertion',
          pattern:
            /(?:maxind|index) ?>= ?0 ?&& ?(?:maxind|index) ?< ?outputImageSize/
        }
      ],
      words: (trans, figures) => ({
        title: title(
          trans,
          figures,
          trans.__('max_unpool got indices outside the output')
        ),
        cause: cause(trans, figures, beyondSize(trans)),
        fixes: indexFixes(trans)
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The assertion names n_classes: then a class label is out of range.'
      ),
      trans.__(
        'On the CPU the same mistake gives an IndexError that names the value.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: Embedding, num_embeddings and padding_idx'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.Embedding.html'
      },
      {
        title: trans.__('PyTorch: gather, range of the index'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.gather.html'
      },
      LINKS.asynchronous(trans)
    ]
  })
});
