import type { IFix, ITranslate } from '../../../diagnosis/types';
import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { LINKS, rerunBlocking } from '../shared/advice';
import { noticedIn } from '../shared/device-assert';
import type { IReading } from '../../../incident/types';
import { passedThrough } from '../../predicates';
import { argumentWithin } from '../../shared/edits/calls';

function badValue(trans: ITranslate): string {
  return trans.__('A probability is NaN, infinite or negative');
}

function fixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'check',
      title: trans.__('Give probabilities: softmax the outputs first'),
      code: 'probs = torch.softmax(logits.float(), dim=-1)\nnext_id = torch.multinomial(probs, num_samples=1)',
      edit: argumentWithin(
        ['multinomial'],
        [0, 'input'],
        'torch.softmax(',
        ', dim=-1)'
      )
    },
    {
      safety: 'check',
      title: trans.__('Generating in float16: use bfloat16 or float32'),
      detail: trans.__(
        'float16 overflows above 65504; many models were trained in bfloat16.'
      ),
      code: 'model = AutoModelForCausalLM.from_pretrained(name, torch_dtype=torch.bfloat16)'
    },
    {
      safety: 'diagnostic',
      title: trans.__('Find the bad values before sampling'),
      code: 'print(logits.isnan().any().item(), logits.isinf().any().item(), logits.min().item())'
    },
    {
      safety: 'check',
      title: trans.__('Rows of zeros: keep at least one candidate'),
      detail: trans.__(
        'Fully masked rows, a tiny temperature and a strict top_p leave none.'
      )
    },
    {
      safety: 'diagnostic',
      title: trans.__('Generate greedily, to see whether sampling is it'),
      detail: trans.__(
        'It hides the error; with NaN in the outputs the text will be nonsense.'
      ),
      code: 'model.generate(**inputs, do_sample=False)'
    },
    rerunBlocking(trans)
  ];
}

/** transformers samples itself, and takes the softmax before it. */
function generates(reading: IReading): boolean {
  return passedThrough(
    reading,
    /[\\/]transformers[\\/](?:.{0,40}[\\/])?generation(?:_utils|[\\/]utils)?\.py$/
  );
}

function generationFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'diagnostic',
      title: trans.__('Compare tokenizer and embedding table'),
      detail: trans.__(
        'More tokens than rows: the tokenizer, or an adapter’s added tokens, belong to another model. Load both from one folder.'
      ),
      code: 'print(len(tokenizer), model.get_input_embeddings().num_embeddings)'
    },
    {
      safety: 'check',
      title: trans.__('In float16: load the model in bfloat16 or float32'),
      detail: trans.__(
        'float16 overflows above 65504; many models were trained in bfloat16.'
      ),
      code: 'model = AutoModelForCausalLM.from_pretrained(name, torch_dtype=torch.bfloat16)'
    },
    {
      safety: 'check',
      title: trans.__('Several texts at once: pad them on the left'),
      code: "tokenizer.padding_side = 'left'"
    },
    {
      safety: 'diagnostic',
      title: trans.__('Generate greedily, to see whether sampling is it'),
      detail: trans.__(
        'It hides the error; with NaN in the outputs the text will be nonsense.'
      ),
      code: 'model.generate(**inputs, do_sample=False)'
    }
  ];
}

/**
 * Assertions of the sampling kernels (MultinomialKernel.cu, TensorCompare.cu
 * for `_assert_async`, Distributions.cu; THCTensorRandom.cuh before torch
 * 1.5), and the same words as an exception: up to torch 2.4, and on the CPU.
 */
export default define({
  id: 'cuda/device-assert-multinomial',
  answers: [
    'probability tensor contains either `inf`, `nan` or element < 0',
    'invalid multinomial distribution (sum of probabilities <= 0)',
    'Assertion `THCNumerics<T>::ge(val, zero)` failed',
    'Assertion `cumdist[size - 1] > static_cast<scalar_t>(0)` failed',
    'Assertion `0 <= p4 && p4 <= 1` failed',
    'device-side assert triggered in multinomial / generate'
  ],
  refines: ['cuda/device-assert'],
  sticky: true,
  late: true,
  // They name one of several conditions, or none.
  signs: [
    { where: 'assertion', pattern: /probability tensor contains either/ },
    {
      where: 'log',
      pattern:
        /THCNumerics<\w{1,9}>::g[et]\((?:val|sum), ?zero|probability tensor contains either/i,
      fatal: true
    },
    ...messageOrLog(/probability tensor contains (?:either|inf)/i, {
      read: (_, reading) => (generates(reading) ? { kind: 'generation' } : {})
    }),
    {
      where: 'message',
      pattern:
        /invalid multinomial distribution \(encountering probability entry (?<entry>< 0|= (?:infinity|NaN))/,
      read: ({ entry }) => ({ kind: entry === '< 0' ? 'negative' : 'nan' })
    },
    {
      where: 'message',
      pattern: /device-side assert(?!ion)/,
      when: noticedIn(/\b(?:multinomial|_?sample|bernoulli)\b/),
      confidence: 'likely'
    }
  ],
  kinds: {
    value: {
      words: trans => ({
        title: badValue(trans),
        cause: trans.__(
          'torch.multinomial, which text generation uses to sample, got probabilities that are NaN, infinite or negative. Usually the model overflowed in float16, or raw outputs were given instead of probabilities.'
        ),
        fixes: fixes(trans)
      })
    },
    generation: {
      words: trans => ({
        title: badValue(trans),
        cause: trans.__(
          'generate() takes the softmax itself, so the outputs of the model are NaN or infinite. Usually numbers overflowed in float16, or the weights that were loaded do not belong together: tokenizer, model and adapter.'
        ),
        fixes: generationFixes(trans)
      })
    },
    zero: {
      signs: [
        {
          where: 'assertion',
          pattern:
            /invalid multinomial distribution|sum ?> ?accZero|gt\(sum, ?zero\)|cumdist\[size - 1\]/
        },
        ...messageOrLog(
          /invalid multinomial distribution \((?:sum of probabilities|with replacement=False)/
        )
      ],
      words: trans => ({
        title: trans.__('All probabilities in a row are zero'),
        cause: trans.__(
          'Sampling needs a row with at least one probability above 0 (and as many as are drawn without replacement). Every probability left in a row is 0, often after a mask, top_k or top_p.'
        ),
        fixes: fixes(trans)
      })
    },
    negative: {
      signs: [
        {
          where: 'assertion',
          pattern:
            /^!\(val ?< ?zero\)|^val ?>= ?zero|lt\(val, ?zero\)|ge\(val, ?zero\)/
        }
      ],
      words: trans => ({
        title: badValue(trans),
        cause: trans.__(
          'Sampling got a probability below 0. Usually the raw outputs of the model (logits) were given where probabilities are needed.'
        ),
        fixes: fixes(trans)
      })
    },
    nan: {
      signs: [
        {
          where: 'assertion',
          pattern:
            /^!(?:at::)?_?is(?:nan|inf)(?:\(val\)|\(sum\)|$)|^!THCNumerics.{0,40}is(?:nan|inf)/,
          file: /Multinomial|Random|Distribution|^$/
        }
      ],
      words: trans => ({
        title: badValue(trans),
        cause: trans.__(
          'Sampling got a probability that is NaN or infinite. Usually the outputs of the model overflowed in float16, or the weights are NaN.'
        ),
        fixes: fixes(trans)
      })
    },
    bernoulli: {
      signs: [
        { where: 'assertion', pattern: /0 ?<= ?p\d ?&& ?p\d ?<= ?1/ },
        {
          where: 'message',
          pattern:
            /Expected p_in >= 0 && p_in <= 1|bernoulli_? expects p to be in \[0, 1\]/
        }
      ],
      words: trans => ({
        title: trans.__('A probability is outside 0 … 1'),
        cause: trans.__(
          'A probability for bernoulli is outside 0 … 1, or NaN. Usually a sigmoid is missing, or the model’s outputs are NaN.'
        ),
        fixes: fixes(trans)
      })
    },
    poisson: {
      signs: [{ where: 'assertion', pattern: /invalid Poisson rate/ }],
      words: trans => ({
        title: badValue(trans),
        cause: trans.__('A rate for poisson is negative or NaN.'),
        fixes: fixes(trans)
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'If the training loss became NaN before, start there: the weights are NaN already.'
      ),
      trans.__(
        'Raised on the CPU, or by torch up to 2.4, it leaves the GPU usable: no restart is needed.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: multinomial, what the weights must be'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.multinomial.html'
      },
      LINKS.asynchronous(trans)
    ]
  })
});
