import { said } from '../said';
import type { IEntry, ISign } from '../../diagnosis/types';
import { LINKS, rerunBlocking } from './shared/advice';
import { noticedIn } from './shared/device-assert';

const what =
  (which: string): ISign['read'] =>
  () => ({ which });

const NOTHING_TO_DRAW =
  /invalid multinomial distribution \((?:sum of probabilities|with replacement=False)/;

/**
 * Assertions of the sampling kernels (MultinomialKernel.cu, TensorCompare.cu
 * for `_assert_async`, Distributions.cu; THCTensorRandom.cuh before torch
 * 1.5), and the same words as an exception: up to torch 2.4, and on the CPU.
 */
const entry: IEntry = {
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
  signs: [
    {
      where: 'assertion',
      pattern: /probability tensor contains either/
    },
    {
      where: 'assertion',
      pattern:
        /invalid multinomial distribution|sum ?> ?accZero|gt\(sum, ?zero\)|cumdist\[size - 1\]/,
      read: what('zero')
    },
    {
      where: 'assertion',
      pattern:
        /^!\(val ?< ?zero\)|^val ?>= ?zero|lt\(val, ?zero\)|ge\(val, ?zero\)/,
      read: what('negative')
    },
    {
      where: 'assertion',
      pattern:
        /^!(?:at::)?_?is(?:nan|inf)(?:\(val\)|\(sum\)|$)|^!THCNumerics.{0,40}is(?:nan|inf)/,
      file: /Multinomial|Random|Distribution|^$/,
      read: what('nan')
    },
    {
      where: 'assertion',
      pattern: /0 ?<= ?p\d ?&& ?p\d ?<= ?1/,
      read: what('bernoulli')
    },
    {
      where: 'assertion',
      pattern: /invalid Poisson rate/,
      read: what('poisson')
    },
    {
      where: 'log',
      pattern:
        /THCNumerics<\w{1,9}>::g[et]\((?:val|sum), ?zero|probability tensor contains either/i,
      fatal: true
    },
    ...said(/probability tensor contains (?:either|inf)/i),
    {
      where: 'message',
      pattern: NOTHING_TO_DRAW,
      read: what('zero')
    },
    { where: 'log', pattern: NOTHING_TO_DRAW, read: what('zero') },
    {
      where: 'message',
      pattern:
        /invalid multinomial distribution \(encountering probability entry (?<entry>< 0|= (?:infinity|NaN))/,
      read: ({ entry: found }) => ({
        which: found === '< 0' ? 'negative' : 'nan'
      })
    },
    {
      where: 'message',
      pattern:
        /Expected p_in >= 0 && p_in <= 1|bernoulli_? expects p to be in \[0, 1\]/,
      read: what('bernoulli')
    },
    {
      where: 'message',
      pattern: /device-side assert(?!ion)/,
      when: noticedIn(/\b(?:multinomial|_?sample|bernoulli)\b/),
      confidence: 'likely'
    }
  ],
  page(trans, { which }) {
    const causes: Record<string, string> = {
      zero: trans.__(
        'Sampling needs a row with at least one probability above 0 (and as many as are drawn without replacement). Every probability left in a row is 0, often after a mask, top_k or top_p.'
      ),
      negative: trans.__(
        'Sampling got a probability below 0. Usually the raw outputs of the model (logits) were given where probabilities are needed.'
      ),
      nan: trans.__(
        'Sampling got a probability that is NaN or infinite. Usually the outputs of the model overflowed in float16, or the weights are NaN.'
      ),
      bernoulli: trans.__(
        'A probability for bernoulli is outside 0 … 1, or NaN. Usually a sigmoid is missing, or the model’s outputs are NaN.'
      ),
      poisson: trans.__('A rate for poisson is negative or NaN.')
    };
    return {
      title:
        which === 'zero'
          ? trans.__('All probabilities in a row are zero')
          : which === 'bernoulli'
            ? trans.__('A probability is outside 0 … 1')
            : trans.__('A probability is NaN, infinite or negative'),
      cause:
        causes[which ?? ''] ??
        trans.__(
          'torch.multinomial, which text generation uses to sample, got probabilities that are NaN, infinite or negative. Usually the model overflowed in float16, or raw outputs were given instead of probabilities.'
        ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Give probabilities: softmax the outputs first'),
          code: 'probs = torch.softmax(logits.float(), dim=-1)\nnext_id = torch.multinomial(probs, num_samples=1)'
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
      ],
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
    };
  },
  examples: [
    {
      ename: 'AcceleratorError',
      evalue: 'CUDA error: device-side assert triggered',
      stderr:
        '/pytorch/aten/src/ATen/native/cuda/TensorCompare.cu:112: _assert_async_cuda_kernel: block: [0,0,0], thread: [0,0,0] Assertion `probability tensor contains either `inf`, `nan` or element < 0` failed.\n',
      torch: '2.8',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'probability tensor contains either `inf`, `nan` or element < 0',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue: 'invalid multinomial distribution (sum of probabilities <= 0)',
      torch: '2.13',
      origin: 'run',
      values: { which: 'zero' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'cuda runtime error (59) : device-side assert triggered at /pytorch/aten/src/THC/generic/THCTensorMath.cu:26',
      stderr:
        '/pytorch/aten/src/THC/THCTensorRandom.cuh:178: void sampleMultinomialOnce(long *, long, int, T *, T *, int, int) [with T = float, AccT = float]: block: [2,0,0], thread: [33,0,0] Assertion `THCNumerics<T>::ge(val, zero)` failed.\n',
      torch: '0.4',
      origin: 'reference',
      values: { which: 'negative' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'CUDA error: device-side assert triggered',
      stderr:
        '../aten/src/ATen/native/cuda/MultinomialKernel.cu:112: binarySearchForMultinomial: block: [0,0,0], thread: [0,0,0] Assertion `cumdist[size - 1] > static_cast<scalar_t>(0)` failed.\n',
      torch: '2.0',
      origin: 'reference',
      values: { which: 'zero' }
    }
  ],
  nearMisses: [
    { ename: 'ValueError', evalue: 'probabilities contain NaN' },
    { ename: 'ValueError', evalue: 'probabilities are not non-negative' },
    { ename: 'ValueError', evalue: 'sum(pvals[:-1]) > 1.0' }
  ],
  reproduction: {
    raises: [
      'import torch',
      'logits = torch.tensor([[2.0, -1.0, 0.5]])',
      'torch.multinomial(logits, num_samples=1)'
    ].join('\n'),
    fixed: [
      'import torch',
      'logits = torch.tensor([[2.0, -1.0, 0.5]])',
      'probs = torch.softmax(logits.float(), dim=-1)',
      'torch.multinomial(probs, num_samples=1)'
    ].join('\n')
  }
};

export default entry;
