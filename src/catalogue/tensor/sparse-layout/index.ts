import type { IReading } from '../../../incident/types';
import { define, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { ownLine, visibleCode } from '../../shared/ran-code';
import { receiverWith } from '../../shared/edits/values';
import { argumentThen } from '../../shared/edits/calls';

type Asked = ValuesOf<'call' | 'layout'>;

/** What shows that sparse tensors are meant. */
const SPARSE = /sparse|coalesce|\bcoo\b|\bcsr\b|\bcrow_indices\b|adj/i;

/** Whether a dense tensor was probably taken for a dictionary or a table. */
function isDense({ layout }: Asked, reading: IReading): boolean {
  return (
    layout === 'Strided' &&
    ownLine(reading) !== '' &&
    !SPARSE.test(visibleCode(reading).text)
  );
}

/** The line without the call. */
function withoutCall(
  { call = 'values' }: Asked,
  reading: IReading
): string | undefined {
  const line = ownLine(reading);
  const anew = line.replace(`.${call}()`, '');
  return anew !== line && anew.length <= 120 ? anew : undefined;
}

const readLayout = (groups: Asked, reading: IReading) =>
  isDense(groups, reading)
    ? { kind: 'dense' as const, anew: withoutCall(groups, reading) }
    : { kind: 'layout' as const };

export default define({
  id: 'tensor/sparse-layout',
  answers: [
    'Cannot get values on an uncoalesced tensor, please call .coalesce() first',
    'Cannot get indices on an uncoalesced tensor, please call .coalesce() first',
    'values expected sparse tensor layout but got Strided',
    'coalesce expected sparse coordinate tensor layout but got Strided',
    'coo_to_sparse_csr: conversion from Sparse to SparseCsr for input tensors with sparse_dim()!=2 is not supported',
    'indices and values must have same nnz, but got nnz from indices: 2, nnz from values: 3',
    'Concatenating sparse tensors, but a dense tensor was found at position 1.'
  ],
  values: ['call', 'layout', 'given', 'wanted', 'anew'],
  signs: [
    ...messageOrLog(
      /\b(?<call>values|indices|crow_indices|col_indices|coalesce|is_coalesced) expected sparse (?:tensor|coordinate tensor|row compressed tensor|column compressed tensor)[\w ]{0,20} layout but got (?<layout>\w{3,12})/,
      { read: readLayout }
    ),
    // torch 1.5 to 1.12.
    ...messageOrLog(
      /Could not run ["']aten::_?(?<call>values|indices|coalesce|is_coalesced)["'] with arguments from the ["'](?:CPU|CUDA|MPS|CPUTensorId|CUDATensorId)["'] backend/,
      {
        read: (groups, reading) => ({
          layout: 'Strided',
          ...readLayout({ ...groups, layout: 'Strided' }, reading)
        })
      }
    )
  ],
  kinds: {
    coalesce: {
      signs: messageOrLog(
        /\bCannot get (?<call>values|indices) on an uncoalesced tensor, please call \.coalesce\(\) first/
      ),
      words: (trans, { call }) => ({
        title: trans.__('The sparse tensor may name a place twice'),
        cause: trans.__(
          'A tensor made by sparse_coo_tensor(), or by adding sparse ones, can hold the same place several times. coalesce() adds those up and sorts them, and only then %1() is defined.',
          call ?? 'values'
        ),
        fixes: [
          {
            ...check(
              trans.__('Keep the coalesced tensor, and ask that'),
              'x = x.coalesce()\nindices, values = x.indices(), x.values()',
              trans.__(
                'coalesce() gives a new tensor: x itself stays as it is.'
              )
            ),
            edit: receiverWith(call ?? 'values', 'coalesce')
          },
          check(
            trans.__('Nothing occurs twice: say so when making it'),
            'x = torch.sparse_coo_tensor(indices, values, size, is_coalesced=True)'
          )
        ]
      })
    },
    layout: {
      words: (trans, { call, layout }) => ({
        title:
          layout === 'Strided'
            ? trans.__('%1() of a tensor that is not sparse', call ?? 'values')
            : trans.__('%1() of another sparse layout', call ?? 'values'),
        cause:
          layout && layout !== 'Strided'
            ? trans.__(
                '%1() is of another sparse layout than this one, %2: COO has indices() and coalesce(), CSR crow_indices() and col_indices(), both values().',
                call,
                layout
              )
            : trans.__(
                '%1() belongs to sparse tensors, and this one is an ordinary (strided) tensor. Often an operation before, such as a product or to_dense(), gave a dense result.',
                call ?? 'values'
              ),
        fixes: [
          layout && layout !== 'Strided'
            ? check(
                trans.__('Bring it to the layout that has it'),
                'x = x.to_sparse_coo()  # or x.to_sparse_csr()'
              )
            : check(
                trans.__('Make a sparse tensor of it first'),
                'x = x.to_sparse().coalesce()'
              ),
          {
            safety: 'diagnostic',
            ofLine: true,
            title: trans.__('See the layout just before the line'),
            code: 'print(x.layout, x.shape)'
          }
        ]
      })
    },
    dense: {
      words: (trans, { call = 'values', anew }) => ({
        title: trans.__('%1() of a tensor that is not sparse', call),
        cause:
          call === 'values'
            ? trans.__(
                'values() is of dictionaries and of sparse tensors, and this is an ordinary tensor: it is the values itself. Of a table of pandas, or of what max(dim=…) and topk() give, values is no method either.'
              )
            : trans.__(
                '%1() is of sparse tensors, and this is an ordinary one. Of what max(dim=…), sort() and topk() give, indices stands without brackets.',
                call
              ),
        fixes: [
          call === 'values'
            ? check(
                trans.__('Leave values() out: take the tensor'),
                anew ?? 'print(x)'
              )
            : check(
                trans.__(
                  'Ask the result of max(), sort() or topk(), without ()'
                ),
                `index = x.max(dim=1).${call}`
              ),
          call === 'values'
            ? check(
                trans.__('An array is wanted: let the tensor make one'),
                'array = x.detach().cpu().numpy()'
              )
            : check(
                trans.__('A sparse tensor is meant: make one first'),
                'x = x.to_sparse().coalesce()'
              )
        ]
      })
    },
    csr: {
      signs: messageOrLog(
        /\bcoo_to_sparse_(?<layout>cs[rc]): conversion from Sparse to SparseCs[rc] for input tensors with sparse_dim\(\)!=2 is not supported/
      ),
      words: (trans, { layout }) => ({
        title: trans.__('Compressed rows need a sparse matrix'),
        cause: trans.__(
          'to_sparse_%1() takes a tensor with two sparse dimensions, rows and columns, and this one has another number. Products of sparse tensors convert to it by themselves.',
          layout ?? 'csr'
        ),
        fixes: [
          check(
            trans.__('A row: make a matrix of one row'),
            `x = x.to_dense().unsqueeze(0).to_sparse_${layout ?? 'csr'}()`
          ),
          check(
            trans.__('A batch: one matrix after another'),
            'y = torch.stack([m.to_dense() @ w for m in x.unbind(0)])'
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See how many of its dimensions are sparse'),
            code: 'print(x.shape, x.sparse_dim(), x.dense_dim())'
          }
        ]
      })
    },
    count: {
      signs: messageOrLog(
        /\bindices and values must have same nnz, but got nnz from indices: (?<given>\d{1,18}), nnz from values: (?<wanted>\d{1,18})/
      ),
      words: (trans, { given, wanted }) => ({
        title:
          given && wanted
            ? trans.__('%1 places for %2 values', given, wanted)
            : trans.__('The numbers of places and values differ'),
        cause: trans.__(
          'sparse_coo_tensor() takes indices [dimensions, values]: one column for each value. A list of (row, column) pairs has them the other way round.'
        ),
        fixes: [
          {
            ...check(
              trans.__('Pairs in rows: turn them'),
              'x = torch.sparse_coo_tensor(indices.T, values, size)'
            ),
            edit: argumentThen(['sparse_coo_tensor'], [0, 'indices'], '.T')
          },
          {
            safety: 'diagnostic',
            title: trans.__('Print both shapes'),
            code: 'print(indices.shape, values.shape)'
          }
        ]
      })
    },
    join: {
      signs: messageOrLog(
        /\bConcatenating sparse tensors, but a dense tensor was found at position (?<given>\d{1,6})/
      ),
      words: (trans, { given }) => ({
        title: trans.__('Sparse and dense tensors are joined'),
        cause: given
          ? trans.__(
              'The first tensor of the list is sparse, and number %1 (from 0) is not. cat() takes tensors of one layout.',
              given
            )
          : trans.__('cat() takes tensors of one layout.'),
        fixes: [
          check(
            trans.__('Make all of them dense'),
            'y = torch.cat([t.to_dense() if t.is_sparse else t for t in tensors])'
          ),
          check(
            trans.__('Or all of them sparse'),
            'y = torch.cat([t if t.is_sparse else t.to_sparse() for t in tensors])'
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“Could not run aten::… with arguments from the SparseCPU backend”: the operation does not exist for sparse tensors at all.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.sparse, uncoalesced tensors'),
        url: 'https://docs.pytorch.org/docs/stable/sparse.html#sparse-uncoalesced-coo-docs'
      }
    ]
  })
});
