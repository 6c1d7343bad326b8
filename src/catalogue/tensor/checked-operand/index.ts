import type { IFix, ITranslate } from '../../../diagnosis/types';
import { define, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { entryFixes, labelFixes, tableFixes } from '../shared/range-fixes';
import { NOT_FINITE } from './not-finite';
import { KINDS_OF_TWO } from './two-operands';

/** What a value outside of a range is said with. */
type Named = ValuesOf<
  'op' | 'operand' | 'value' | 'low' | 'high' | 'count' | 'all' | 'found'
>;

/** A sentence, and how many values are outside. */
function withOthers(
  trans: ITranslate,
  sentence: string,
  { count, all, found }: Pick<Named, 'count' | 'all' | 'found'>
): string {
  if (all === '1') {
    return sentence;
  }
  return count === '1'
    ? trans.__('%1 It is the only one of %2.', sentence, all)
    : trans.__('%1 %2 of %3 are outside: %4.', sentence, count, all, found);
}

function title(trans: ITranslate, named: Named, usual: string): string {
  const { operand, value, low, high } = named;
  return operand && low && high
    ? trans.__('%1 is %2, allowed are %3 … %4', operand, value, low, high)
    : operand
      ? trans.__('%1 is %2, which is not allowed', operand, value)
      : usual;
}

/** NaN came from somewhere; a value outside needs another function. */
function fractionFixes(
  trans: ITranslate,
  { op, value }: Pick<Named, 'op' | 'value'>
): IFix[] {
  const logits = check(
    trans.__('Raw outputs: take the loss that expects them'),
    'criterion = nn.BCEWithLogitsLoss()  # instead of BCELoss, without sigmoid'
  );
  const sigmoid = check(
    trans.__('Make probabilities of the outputs'),
    'p = torch.sigmoid(outputs)'
  );
  const [first, second] =
    op === 'bernoulli' ? [sigmoid, logits] : [logits, sigmoid];
  return value === 'nan'
    ? [whereNan(trans), first]
    : op === 'bernoulli'
      ? [first]
      : [first, second];
}

function whereNan(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See where the first NaN comes from'),
    code: 'for name, p in model.named_parameters():\n    if not torch.isfinite(p).all():\n        print(name)'
  };
}

function weightFixes(trans: ITranslate, value?: string): IFix[] {
  const softmax = check(
    trans.__('Scores are no weights: make probabilities of them'),
    'p = torch.softmax(scores, dim=-1)\nnext_one = torch.multinomial(p, 1)'
  );
  return value === 'nan' || value === 'inf'
    ? [whereNan(trans), softmax]
    : [softmax, whereNan(trans)];
}

/** What the operand checks raise; `companion/python/operand_rules.py` and `operand_finite.py` write it. */
export default define({
  id: 'tensor/checked-operand',
  answers: [
    'OperandError: cross_entropy: target[17] is 10; with 10 classes labels are 0 … 9',
    'OperandError: embedding: input[3] is 30522; with 30522 rows ids are 0 … 30521',
    'OperandError: indexing: index[1] is 4; dimension 0 has 4 entries, so indices are -4 … 3',
    'OperandError: linear: input is [32, 784], weight is [10, 512]; the layer takes 512 in the last dimension and gets 784',
    'OperandError: log: result[0, 1] is -inf; what went in there is 0'
  ],
  values: [
    'op',
    'operand',
    'value',
    'low',
    'high',
    'size',
    'ignored',
    'count',
    'all',
    'found',
    'dim',
    'first',
    'one',
    'other',
    'gets',
    'from',
    'masked'
  ],
  kinds: {
    label: {
      signs: messageOrLog(
        /\b(?<op>[a-z_]{1,30}): (?<operand>target(?:\[[\d, ]{1,60}\])?) is (?<value>-?\d{1,19}); (?:with (?<size>\d{1,9}) class(?:es)? labels are (?<low>0) … (?<high>\d{1,9})|there are scores for no class)(?:, or (?<ignored>-?\d{1,9}) \(ignore_index\))? \((?<count>\d{1,12}) of (?<all>\d{1,12}) (?:is|are) out of range: (?<found>[-\d, …]{1,200})\)/
      ),
      words: (trans, { size, ignored, value, ...named }) => ({
        title: title(
          trans,
          { ...named, value },
          trans.__('A label is no class of the model')
        ),
        cause:
          size && named.operand
            ? withOthers(
                trans,
                trans._n(
                  'The loss got scores for %1 class, so labels are 0 … %2, and %3 is %4.',
                  'The loss got scores for %1 classes, so labels are 0 … %2, and %3 is %4.',
                  Number(size),
                  named.high,
                  named.operand,
                  value
                ),
                named
              )
            : named.operand
              ? trans.__(
                  'The loss got scores for no class at all, so no label is one.'
                )
              : trans.__(
                  'The check names the label, where it stands, and which labels the model has.'
                ),
        fixes: labelFixes(trans, { label: value, outputs: size })
      })
    },
    id: {
      signs: messageOrLog(
        /\b(?<op>embedding(?:_bag)?): (?<operand>[a-z]{1,20}(?:\[[\d, ]{1,60}\])?) is (?<value>-?\d{1,19}); (?:with (?<size>\d{1,12}) rows? ids are (?<low>0) … (?<high>\d{1,12})|the table has no row) \((?<count>\d{1,12}) of (?<all>\d{1,12}) (?:is|are) out of range: (?<found>[-\d, …]{1,200})\)/
      ),
      words: (trans, { size, value, ...named }) => ({
        title: title(
          trans,
          { ...named, value },
          trans.__('An id is no row of the table')
        ),
        cause: size
          ? withOthers(
              trans,
              trans._n(
                'The table has %1 row, so ids are 0 … %2, and %3 is %4.',
                'The table has %1 rows, so ids are 0 … %2, and %3 is %4.',
                Number(size),
                named.high,
                named.operand,
                value
              ),
              named
            )
          : trans.__('The table of the embedding has no row for an id.'),
        fixes: tableFixes(trans)
      })
    },
    index: {
      signs: messageOrLog(
        /\b(?<op>[a-z_]{1,30}): (?<operand>[a-z]{1,20}(?:\[[\d, ]{1,60}\]){0,2}) is (?<value>-?\d{1,19}); (?:dimension (?<dim>\d{1,3})|the flat tensor) has (?:no entry|(?<size>\d{1,19}) entr(?:y|ies), so indices are (?<low>-?\d{1,19}) … (?<high>\d{1,19})) \((?<count>\d{1,12}) of (?<all>\d{1,12}) (?:is|are) out of range: (?<found>[-\d, …]{1,200})\)/
      ),
      words: (trans, { size, value, dim, ...named }) => ({
        title: title(
          trans,
          { ...named, value },
          trans.__('An index is outside the tensor')
        ),
        cause: size
          ? withOthers(
              trans,
              dim
                ? trans._n(
                    'Dimension %2 has %1 entry, and %3 is %4.',
                    'Dimension %2 has %1 entries, and %3 is %4.',
                    Number(size),
                    dim,
                    named.operand,
                    value
                  )
                : trans._n(
                    'The flat tensor has %1 entry, and %2 is %3.',
                    'The flat tensor has %1 entries, and %2 is %3.',
                    Number(size),
                    named.operand,
                    value
                  ),
              named
            )
          : named.operand
            ? trans.__(
                'The tensor has no entry there, so no index is one of it.'
              )
            : trans.__(
                'The check names the index, where it stands, and how many entries there are.'
              ),
        fixes: entryFixes(trans, { index: value, size })
      })
    },
    classes: {
      signs: messageOrLog(
        /\b(?<op>one_hot): (?<operand>input(?:\[[\d, ]{1,60}\])?) is (?<value>-?\d{1,19}); (?:with (?<size>\d{1,9}) class(?:es)? values are (?<low>0) … (?<high>\d{1,9})|classes are 0 or more) \((?<count>\d{1,12}) of (?<all>\d{1,12}) (?:is|are) out of range: (?<found>[-\d, …]{1,200})\)/
      ),
      words: (trans, { size, value, ...named }) => ({
        title: title(
          trans,
          { ...named, value },
          trans.__('one_hot() got a value that is no class')
        ),
        cause: size
          ? withOthers(
              trans,
              trans.__(
                'With num_classes=%1 the classes are 0 … %2, and %3 is %4.',
                size,
                named.high,
                named.operand,
                value
              ),
              named
            )
          : named.operand
            ? withOthers(
                trans,
                trans.__(
                  'Classes count from 0, and %1 is %2.',
                  named.operand,
                  value
                ),
                named
              )
            : trans.__(
                'Classes count from 0, and with num_classes=C the last is C - 1.'
              ),
        fixes: [
          size
            ? check(
                trans.__('As many classes as the largest needs'),
                'y = F.one_hot(y, num_classes=int(all_labels.max()) + 1)'
              )
            : check(
                trans.__('Leave the ignored ones out'),
                'y = F.one_hot(y.clamp(min=0), num_classes) * (y >= 0).unsqueeze(-1)'
              )
        ]
      })
    },
    fraction: {
      signs: messageOrLog(
        /\b(?<op>binary_cross_entropy|bernoulli): (?<operand>[a-z]{1,20}(?:\[[\d, ]{1,60}\])?) is (?<value>[-+.\w]{1,30}); values are (?<low>0) … (?<high>1) \((?<count>\d{1,12}) of (?<all>\d{1,12}) (?:is|are) out of range: (?<found>[-+.\w, …]{1,200})\)/
      ),
      words: (trans, { op, value, ...named }) => ({
        title: title(
          trans,
          { ...named, value },
          trans.__('A probability is not within 0 … 1')
        ),
        cause: named.operand
          ? withOthers(
              trans,
              trans.__(
                'Probabilities are 0 … 1, and %1 is %2.',
                named.operand,
                value
              ),
              named
            )
          : trans.__(
              'The call takes probabilities, and one of the values is none.'
            ),
        fixes: fractionFixes(trans, { op, value })
      })
    },
    weight: {
      signs: messageOrLog(
        /\b(?<op>multinomial): (?<operand>input(?:\[[\d, ]{1,60}\])?) is (?<value>[-+.\w]{1,30}); weights are finite and 0 or more \((?<count>\d{1,12}) of (?<all>\d{1,12}) (?:is|are) out of range: (?<found>[-+.\w, …]{1,200})\)/
      ),
      words: (trans, { value, ...named }) => ({
        title: title(
          trans,
          { ...named, value },
          trans.__('multinomial() got a weight that is none')
        ),
        cause: named.operand
          ? withOthers(
              trans,
              trans.__(
                'Weights are finite and 0 or more, and %1 is %2.',
                named.operand,
                value
              ),
              named
            )
          : trans.__('Weights of multinomial() are finite and 0 or more.'),
        fixes: weightFixes(trans, value)
      })
    },
    none: {
      signs: messageOrLog(
        /\b(?<op>multinomial): (?<operand>input(?:\[\d{1,12}\])?) sums to 0; (?:each row has|at least one weight is)/
      ),
      words: (trans, { operand }) => ({
        title: operand
          ? trans.__('%1 has no weight above 0', operand)
          : trans.__('multinomial() has nothing to draw from'),
        cause: trans.__(
          'All its weights are 0, so there is nothing to draw. Often a mask or a cut-off such as top-p left nothing over.'
        ),
        fixes: [
          check(
            trans.__('Keep at least the best one when you filter'),
            'probs = probs.masked_fill(mask, 0)\nprobs.scatter_(-1, best.unsqueeze(-1), 1e-8)'
          )
        ]
      })
    },
    finite: NOT_FINITE,
    ...KINDS_OF_TWO
  },
  common: trans => ({
    notThis: [
      trans.__(
        'Without the name OperandError the text is torch’s own, and a page of its own explains it.'
      ),
      trans.__(
        'An Inf that the code means, one that a later where() leaves out, say, is named, too, where the first NaN or Inf is looked for: without that choice the run goes on.'
      )
    ],
    links: [
      LINKS.crossEntropy(trans),
      {
        title: trans.__('PyTorch: Embedding'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.Embedding.html'
      },
      {
        title: trans.__('PyTorch: function modes, with which calls are seen'),
        url: 'https://docs.pytorch.org/docs/stable/torch.overrides.html'
      }
    ]
  })
});
