import type { Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { failedAt } from '../../predicates';
import { messageOrLog } from '../../signs';
import { callsIn } from '../../shared/call-text';
import { shapeOf } from '../../shared/literal-shapes';
import { withWidth } from '../../shared/edits/layers';
import { factors } from '../../shared/operands';
import { ownLine } from '../../shared/ran-code';
import {
  compareShapes,
  innerSizes,
  printShape,
  widen,
  widthTitle
} from './advice';
import { isNearly, isTold, linearWords, readProduct } from './linear';
import {
  attends,
  multipliesItself,
  readFactors,
  sdpaWords,
  transposed
} from './product';

/** One size of a shape that is printed in brackets: the last. */
const LAST = (name: string): string =>
  String.raw`\[(?:\d{1,12}, ){0,8}(?<${name}>\d{1,12})\]`;

/** What an RNN was given, and whether its features stand before the steps. */
function readSteps(
  { given, wanted }: Values,
  reading: IReading
): ValuesOf<'given' | 'wanted' | 'argument' | 'form'> {
  const [argument] = callsIn(ownLine(reading))
    .map(({ args }) => args[0] ?? '')
    .filter(name => /^[a-z_]\w{0,40}$/i.test(name));
  const shape = argument === undefined ? null : shapeOf(argument, reading);
  return {
    given,
    wanted,
    argument,
    form:
      shape?.length === 3 && String(shape[1]) === wanted ? 'turned' : undefined
  };
}

export default define({
  id: 'tensor/matmul-shape',
  infers: true,
  answers: [
    'mat1 and mat2 shapes cannot be multiplied (32x784 and 512x10)',
    'size mismatch, m1: [2 x 5], m2: [4 x 3]',
    'size mismatch, got input (2), mat (2x3), vec (4)',
    'Expected size for first two dimensions of batch2 tensor to be: [2, 4] but got: [2, 5]',
    'input.size(-1) must be equal to input_size. Expected 3, got 4',
    'mat1 dim 1 must match mat2 dim 0',
    'was expecting embedding dimension of 4, but got 5',
    'the batch number of src and tgt must be equal',
    'the feature number of src and tgt must be equal to d_model',
    'inner() the last dimension must match on both input tensors but got shapes [3] and [4]',
    'linalg.solve: Incompatible shapes of A and B for the equation AX = B (3x3 and 2x1)',
    'torch.linalg.lstsq: input.size(-2) should match other.size(-2)',
    'addmm: Argument #3 (dense): Expected dim 0 size 25, got 65'
  ],
  values: [
    'rows',
    'given',
    'wanted',
    'outputs',
    'owner',
    'sample',
    'first',
    'second',
    'wrote',
    'meant',
    'anew',
    'reason',
    'argument',
    'layer',
    'wider',
    'before',
    'learnt',
    'form',
    'attention',
    'encoded',
    'flat',
    'outer',
    'made',
    'twoWays',
    'heads',
    'resize',
    'convolved',
    'maps'
  ],
  signs: [
    ...messageOrLog(
      /(?:mat[1l] and mat2|input and weight\.T) shapes cannot be multiplied(?: \((?<rows>\d+)x(?<given>\d+) and (?<wanted>\d+)x(?<outputs>\d+)\))?/,
      { tells: isTold, read: readProduct }
    ),
    // As torch up to 1.7 said it.
    ...messageOrLog(
      /size mismatch, m1: \[(?<rows>\d+) x (?<given>\d+)\], m2: \[(?<wanted>\d+) x (?<outputs>\d+)\]/,
      { tells: isTold, read: readProduct }
    ),
    ...messageOrLog(
      /size mismatch, g[eo]t (?:input )?\(?\d+\)?, (?:mat )?\(?(?<rows>\d+)x(?<wanted>\d+)\)?, ?(?:vec )?\(?(?<given>\d+)/,
      {
        read: ({ rows, wanted, given }, reading) =>
          multipliesItself(reading)
            ? {
                kind: 'product',
                rows,
                given: wanted,
                wanted: given,
                ...factors(reading)
              }
            : { kind: 'linear', rows: undefined, wanted, given }
      }
    ),
    ...messageOrLog(
      /first two dimensions of batch2 tensor to be: \[(?<batch>\d+), (?<given>\d+)\] but got: \[(?<other>\d+), (?<wanted>\d+)\]/,
      {
        read: ({ batch, given, other, wanted }, reading) =>
          given === wanted
            ? { kind: 'batches', given: batch, wanted: other }
            : {
                kind: failedAt(/\bscaled_dot_product_attention\(/, reading)
                  ? 'sdpa'
                  : 'product',
                given,
                wanted,
                ...factors(reading)
              }
      }
    )
  ],
  kinds: {
    linear: {
      signs: [
        ...messageOrLog(
          /size mismatch,? (?:m1: )?\[|size mismatch at \S+THC?TensorMath/
        ),
        ...messageOrLog(
          /same reduction dim, but got \[(?<rows>\d+), (?<given>\d+)\] X \[(?<wanted>\d+), (?<outputs>\d+)\]/
        ),
        // As translators of web pages give it.
        ...messageOrLog(
          /mat1 和 mat2 的?形状无法相乘 ?\((?<rows>\d+)x(?<given>\d+) 和 (?<wanted>\d+)x(?<outputs>\d+)\)/
        ),
        ...messageOrLog(
          /mat1 dim 1 must match mat2 dim 0|wrong matrix size at \S{1,200}THC?TensorMath/
        ),
        ...messageOrLog(
          /input\d size does not match weight size: got (?<given>\d+) but expected (?<wanted>\d+)/
        )
      ],
      words: linearWords
    },
    operands: {
      signs: [
        ...messageOrLog(
          /(?<given>1D tensors|matrices|matrix and matrix|vector \+ matrix @ vector|vector and vector) expected, (?:but )?got (?<wanted>\d[\dD, and]{0,30})/,
          {
            read: (groups, reading) => ({ ...groups, ...readFactors(reading) })
          }
        ),
        ...messageOrLog(
          /\b(?:self|mat1|mat2|batch1|batch2|tensor 1) must be a (?:matrix|3D tensor)|both arguments to (?:matmul|linear) need to be at least 1D|^tensors must be 2-D$/,
          { read: (_, reading) => readFactors(reading) }
        ),
        ...messageOrLog(
          /Expected \d-dimensional tensor, but got \d-dimensional tensor for argument #\d ["'](?:self|batch[12]|mat[12]?|vec[12]?|tensor)["'] \(while checking arguments for (?:addmm|mm|bmm|baddbmm|addmv|mv|addr|dot|ger)\b/
        )
      ],
      words: (
        trans,
        { given, wanted, first = 'a', second = 'b', encoded }
      ) => ({
        title: trans.__('The product takes another number of dimensions'),
        cause: encoded
          ? trans.__(
              '%1 takes two matrices, and one_hot() before it adds a dimension: it wants class numbers, and what it is given may be encoded already.',
              encoded
            )
          : given && wanted
            ? trans.__(
                'This product wants %1, and the numbers of dimensions are %2. dot() takes two vectors, mv() a matrix and a vector, mm() two matrices, bmm() two batches of matrices; matmul() and @ take them all.',
                given,
                wanted.trim()
              )
            : trans.__(
                'dot() takes two vectors, mv() a matrix and a vector, mm() two matrices, bmm() two batches of matrices [B, n, k]. One of the two has another number of dimensions; matmul() and @ take them all.'
              ),
        fixes: encoded
          ? [
              check(
                trans.__('Give it the class numbers, not yet encoded'),
                'print(X.shape, X.dtype)  # before one_hot(): [batch, steps], int64',
                trans.__(
                  'A cell above may have put the encoded tensor into the same variable: make the numbers anew before the call.'
                )
              ),
              compareShapes(trans, `print(${first}.shape, ${second}.shape)`)
            ]
          : /^1D tensors/.test(given ?? '') && /2D and 2D/.test(wanted ?? '')
            ? [
                check(
                  trans.__('Row by row: multiply and add up'),
                  `product = (${first} * ${second}).sum(dim=-1)`
                ),
                check(
                  trans.__('Each row with each: transpose the second one'),
                  `product = ${first} @ ${second}.T`
                )
              ]
            : [
                {
                  safety: 'check',
                  title: trans.__('Multiply with @, whatever the dimensions'),
                  code: `product = ${first} @ ${second}`
                },
                compareShapes(trans, `print(${first}.shape, ${second}.shape)`)
              ]
      })
    },
    batches: {
      signs: [
        ...messageOrLog(
          /batch1 and batch2 must have same number of batches, got (?<given>\d{1,12}) and (?<wanted>\d{1,12})/,
          { read: (_, reading) => ({ attention: attends(reading) }) }
        ),
        ...messageOrLog(/equal number of batches expected/, {
          read: (_, reading) => ({ attention: attends(reading) })
        })
      ],
      words: (trans, { given, wanted, attention }) => ({
        title:
          given && wanted
            ? trans.__('Two batches of %1 and %2 are multiplied', given, wanted)
            : trans.__('Two batches of different sizes are multiplied'),
        cause: attention
          ? trans.__(
              'In attention the queries come from the input, keys and values from the condition (context, encoder output): both need the same batch, times the heads. Here they are for different numbers of samples.'
            )
          : trans.__(
              'In a product [B, n, k] @ [B, k, m] each matrix of one batch meets its own in the other, so the two B must be equal. matmul() and @ stretch a batch of 1.'
            ),
        fixes: attention
          ? [
              check(
                trans.__('Repeat the condition for each sample of the input'),
                'context = context.expand(x.shape[0], -1, -1)  # or repeat_interleave(n, dim=0)'
              ),
              compareShapes(trans, 'print(x.shape, context.shape)')
            ]
          : [
              compareShapes(trans, 'print(a.shape, b.shape)'),
              {
                safety: 'check',
                title: trans.__(
                  'The same matrix for all: leave its batch away'
                ),
                code: 'product = a @ b[0]'
              }
            ]
      })
    },
    dot: {
      signs: messageOrLog(
        /inconsistent tensor size, expected tensor \[(?<given>\d+)\] and src \[(?<wanted>\d+)\] to have the same number of elements, but got \d+ and \d+ elements respectively(?! at \S*(?:Copy|Pointwise))/
      ),
      words: (trans, { given, wanted }) => ({
        title:
          given && wanted
            ? trans.__('dot() of vectors of %1 and %2 numbers', given, wanted)
            : trans.__('dot() of vectors of different lengths'),
        cause: trans.__(
          'dot() multiplies two vectors number by number and adds up, so they must be equally long. Usually one of them was cut, or comes from another layer.'
        ),
        fixes: [compareShapes(trans, 'print(a.shape, b.shape)')]
      })
    },
    product: {
      signs: [
        ...messageOrLog(
          /first two dimensions of batch2 tensor|batch2_sizes\[0\] == bs && batch2_sizes\[1\] == contraction_size|batch1 dim 2 must match batch2 dim 1/
        ),
        ...messageOrLog(
          /xpected tensor to have size (?<given>\d+) at dimension 1, but got size (?<wanted>\d+) for argument #2 ["'](?:batch2|mat2)["']/
        ),
        ...messageOrLog(
          /must have the same number of columns\. X1: (?<given>\d+) X2: (?<wanted>\d+)/
        ),
        ...messageOrLog(
          /contracted dimensions need to match, but first has size (?<given>\d+) in dim -?\d{1,3} and second has size (?<wanted>\d+)/
        ),
        ...messageOrLog(
          new RegExp(
            String.raw`\binner\(\) the last dimension must match on both input tensors but got shapes ${LAST('given')} and ${LAST('wanted')}`
          )
        ),
        ...messageOrLog(
          /Incompatible matrix sizes for bmm \(\d+x(?<given>\d+) and (?<wanted>\d+)x/
        )
      ],
      words: (
        trans,
        { rows, given, wanted, outputs, first = 'a', second = 'b' }
      ) => ({
        title:
          given === undefined || wanted === undefined
            ? innerSizes(trans)
            : trans.__(
                'The inner sizes of a product differ: %1 and %2',
                given,
                wanted
              ),
        cause:
          rows && outputs
            ? trans.__(
                'In a product [n, k] @ [k, m] the two k must be equal: here [%1, %2] meets [%3, %4].',
                rows,
                given,
                wanted,
                outputs
              )
            : trans.__(
                'In a product [B, n, k] @ [B, k, m] the two k must be equal, and the two B. Often one of the two should be transposed.'
              ),
        fixes: [
          ...transposed(trans, {
            rows,
            given,
            wanted,
            outputs,
            first,
            second
          }),
          compareShapes(trans, `print(${first}.shape, ${second}.shape)`)
        ]
      })
    },
    sdpa: { words: sdpaWords },
    sparse: {
      // aten/src/ATen/native/sparse/SparseTensorMath.cpp, and mv().
      signs: [
        ...messageOrLog(
          /\b(?:addmm|s_addmm|hspmm): Argument #\d \(dense\): Expected dim 0 size (?<given>\d+), got (?<wanted>\d+)/
        ),
        ...messageOrLog(/\bmv: expected self\.size\(-1\) == vec\.size\(-1\)/)
      ],
      words: (trans, { given, wanted }) => ({
        title:
          given === undefined || wanted === undefined
            ? innerSizes(trans)
            : trans.__(
                'Sizes of a sparse product differ: %1 and %2',
                given,
                wanted
              ),
        cause: trans.__(
          'A sparse matrix [n, k] is multiplied with [k, m]: its second size must be the number of rows of the other. An adjacency matrix is [nodes, nodes], of users and items together too.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Give the sparse matrix the size of all nodes'),
            detail: trans.__(
              'Where it stands before the features x of all nodes: adj @ x.'
            ),
            code: 'n = x.shape[0]\nadj = torch.sparse_coo_tensor(indices, values, (n, n))'
          },
          compareShapes(trans, 'print(adj.shape, x.shape)')
        ]
      })
    },
    rnn: {
      signs: [
        ...messageOrLog(
          /input\.size\(-1\) must be equal to input_size(?:\. Expected (?<wanted>\d+), got (?<given>\d+))?/,
          { read: readSteps }
        ),
        ...messageOrLog(
          /input has inconsistent input_size:? got (?<given>\d+),? expected (?<wanted>\d+)/,
          { read: readSteps }
        )
      ],
      words: (trans, values) => ({
        title: widthTitle(trans, values),
        cause: isNearly(values)
          ? trans.__(
              'The last dimension of the input of an RNN, LSTM or GRU must be its input_size. %1 against %2: the data has a column more or less than when the model was made.',
              values.given,
              values.wanted
            )
          : trans.__(
              'The last dimension of the input of an RNN, LSTM or GRU must be its input_size, even with batch_first. Often two dimensions were swapped, or input_size was not meant as the number of features.'
            ),
        fixes: [
          ...(isNearly(values)
            ? [
                check(
                  trans.__('Make training and validation data the same way'),
                  'validation = validation[training.columns]',
                  trans.__(
                    'A target among the features, or a category that only one of them has, is such a column.'
                  )
                )
              ]
            : []),
          ...(values.form === 'turned'
            ? [
                check(
                  trans.__(
                    'The features stand before the steps: exchange them'
                  ),
                  `${values.argument} = ${values.argument}.transpose(1, 2)`
                )
              ]
            : []),
          widen(
            trans,
            `nn.LSTM(input_size=${values.given ?? 'x.size(-1)'}, hidden_size=hidden_size, batch_first=True)`,
            withWidth({
              layer: ['LSTM', 'GRU', 'RNN'],
              width: ['input_size', 0],
              wanted: values.wanted,
              given: values.given
            })
          ),
          printShape(trans, values)
        ]
      })
    },
    attention: {
      signs: messageOrLog(
        /was expecting embedding dimension of (?<wanted>\d+), but got (?<given>\d+)/
      ),
      words: (trans, values) => ({
        title: widthTitle(trans, values),
        cause: trans.__(
          'The last dimension of query, key and value must be the embed_dim that MultiheadAttention was made with (kdim and vdim when given).'
        ),
        fixes: [
          widen(
            trans,
            `nn.MultiheadAttention(embed_dim=${values.given ?? 'x.size(-1)'}, num_heads=num_heads)`,
            withWidth({
              layer: 'MultiheadAttention',
              width: ['embed_dim', 0],
              wanted: values.wanted,
              given: values.given
            })
          ),
          printShape(trans)
        ]
      })
    },
    pair: {
      signs: messageOrLog(
        /\bkey shape torch\.Size\(\[[\d, ]{1,40}\]\) does not match value shape|\bkey["']s sequence and batch dims torch\.Size\(\[[\d, ]{1,40}\]\) do not match value["']s/
      ),
      words: trans => ({
        title: trans.__('Key and value of the attention do not fit together'),
        cause: trans.__(
          'Attention looks up one value for each key: both need the same length and the same batch. Often two dimensions of one of them were exchanged.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Take both from the same source'),
            code: 'y, _ = attention(query, memory, memory)'
          },
          {
            safety: 'diagnostic',
            title: trans.__('Compare the shapes'),
            code: 'print(query.shape, key.shape, value.shape)'
          }
        ]
      })
    },
    transformer: {
      signs: messageOrLog(
        /the (?:batch number of src and tgt must be equal|feature number of src and tgt must be equal to d_model)/
      ),
      words: trans => ({
        title: trans.__('src and tgt do not fit the Transformer'),
        cause: trans.__(
          'nn.Transformer takes src and tgt as [length, batch, d_model], or [batch, length, d_model] with batch_first=True: the batch must be equal, and the last size d_model. Often batch_first was not set.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Say that the batch stands first'),
            code: 'model = nn.Transformer(d_model=src.shape[-1], nhead=heads, batch_first=True)'
          },
          compareShapes(trans, 'print(src.shape, tgt.shape)')
        ]
      })
    },
    lstsq: {
      signs: messageOrLog(
        /\blinalg\.lstsq: input\.size\(-2\) should match other\.size\(-[12]\)/
      ),
      words: trans => ({
        title: trans.__('lstsq() got different numbers of equations'),
        cause: trans.__(
          'Each row of A is one equation, each row of B its right side: A is [m, n], B [m, k], or [m] for a single right side. Often B stands as a row.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('A right side given as a row: transpose it'),
            code: 'x = torch.linalg.lstsq(A, B.mT).solution'
          },
          compareShapes(trans, 'print(A.shape, B.shape)')
        ]
      })
    },
    solve: {
      signs: messageOrLog(
        /Incompatible (?:shapes of A and B for the equation AX = B|matrix sizes for \w{3,20}: each A matrix)/
      ),
      words: trans => ({
        title: trans.__('The matrix and the right side have different rows'),
        cause: trans.__(
          'To solve A X = B for A of shape [n, n], B must be [n, k]: as many rows as A. A single right side is [n] or [n, 1].'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('A right side given as a row: transpose it'),
            code: 'X = torch.linalg.solve(A, B.mT)'
          },
          compareShapes(trans, 'print(A.shape, B.shape)')
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'Shapes that differ in an addition or a comparison give another message (“size of tensor a must match …”).'
      ),
      trans.__(
        '“size mismatch for layer.weight: copying a param” comes from load_state_dict(): the checkpoint has other sizes.'
      )
    ],
    links: [
      {
        title: trans.__(
          'PyTorch: Linear, in_features and the shape of the input'
        ),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.Linear.html'
      },
      {
        title: trans.__('PyTorch: matmul, which dimensions must agree'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.matmul.html'
      }
    ]
  })
});
