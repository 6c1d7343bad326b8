import type { IReading, ISign, Values } from '../../../diagnosis/types';
import type { IFrame, IRaised } from '../../../incident/types';
import { ofKind, said } from '../../said';
import { refusedCall, wantsTensor } from './refused-call';

/** `.to(device)`, `.to('cuda')`, `.cuda()` in the failed lines. */
const MOVES =
  /\.to\( ?(?:[\w.]{0,40}\.)?device\b|\.to\( ?["'](?:cuda|cpu|mps)|\.cuda\(/i;

/** A dictionary that torch.load() gave is another cause. */
function moves(reading: IReading): boolean {
  const { code } = reading;
  return (
    !/\bload\(/.test(code) && (MOVES.test(code) || reading.mentions('torch'))
  );
}

/** What is found in place of a tensor. */
const TYPES = String.raw`list|tuple|dict|str|int|float|bool|complex|generator|map|function|method|builtin_function_or_method|(?:numpy\.)?ndarray|numpy\.\w{1,12}|(?:PIL\.)?\w{0,20}Image(?:File)?|DataFrame|Series|\w{1,40}Outputs?(?:With\w{1,60})?`;

const OR_NONE = `${TYPES}|NoneType`;

/** Of all classes in Python's libraries those of tensors alone have these. */
const ONLY_TENSORS =
  'detach_?|(?:log_)?softmax|unsqueeze_?|requires_grad_?|masked_fill_?|is_cuda|numel|is_nested|retain_grad|grad_fn|expand_as|view_as|contiguous|permute|unflatten|bfloat16|to_sparse';

function lacks(types: string, names: string): RegExp {
  return new RegExp(
    String.raw`["'](?<type>${types})["'] object has no attribute ["'](?<name>${names})["']`
  );
}

/** Other libraries with tensors of their own. */
const notOthers = (reading: IReading): boolean =>
  !['tensorflow', 'keras', 'paddle', 'mxnet'].some(name =>
    reading.mentions(name)
  );

/** Functions and layers of torch that ask their inputs for this and that. */
const ASKING =
  /[\\/]torch[\\/](?:nn[\\/](?:functional|parameter|_reduction|utils[\\/]\w{1,20}|modules[\\/](?!module\.)\w{1,30})|functional|_tensor|nested[\\/]__init__)\.pyc?$/;

function innermost({ frames }: IRaised): IFrame | undefined {
  return frames[frames.length - 1];
}

/** Whether torch's own code asked for the attribute. */
function torchAsked({ exceptions }: IReading): boolean {
  return exceptions.some(
    raised =>
      raised.name === 'AttributeError' &&
      ASKING.test(innermost(raised)?.file ?? '')
  );
}

/** `nn.init.xavier_uniform_(layer)`: a weight of the layer is meant. */
function initialises({ exceptions }: IReading): boolean {
  return exceptions.some(({ frames }) =>
    frames
      .slice(-4)
      .some(({ file }) => /[\\/]torch[\\/]nn[\\/]init\.pyc?$/.test(file))
  );
}

/** The innermost call; of the first exception of that class. */
function failedIn({ exceptions }: IReading, name: string): IFrame | undefined {
  const raised = exceptions.find(one => one.name === name);
  return raised && innermost(raised);
}

/** The line that failed; the cell where no frame is told. */
function failedLine(reading: IReading, name: string): string {
  return failedIn(reading, name)?.code || reading.incident.source;
}

/** Libraries of models. */
const OF_MODELS =
  /[\\/](?:transformers|timm|torchvision|diffusers|fairseq)[\\/]/;

/** Calls that stand in the same line as others of torch only. */
const OF_TORCH =
  /\b(?:torch|nn|F)\.\w|\.(?:view|unsqueeze|cuda|detach|backward|permute|contiguous)\(|\.size\((?:-?\d\)|\)\[)|\w, ?\w{1,60} = [\w.]{1,60}\.size\(\)/;

/** Whether a line of torch's calls asks for what tensors and others have. */
function lineOfTorch(reading: IReading): boolean {
  const line = failedLine(reading, 'AttributeError');
  return (
    !/\bload\(/.test(line) &&
    (OF_TORCH.test(line) ||
      OF_MODELS.test(failedIn(reading, 'AttributeError')?.file ?? '') ||
      (/\.size\(\)/.test(line) && reading.mentions('torch')))
  );
}

/** `x.size(0)` of an array, whose size is a number, or of a picture. */
function sizeCalled(reading: IReading): boolean {
  const line = failedLine(reading, 'TypeError');
  return (
    /\.size\(/.test(line) &&
    (OF_TORCH.test(line) ||
      ASKING.test(failedIn(reading, 'TypeError')?.file ?? '') ||
      reading.mentions('torch'))
  );
}

const attribute = ofKind('attribute');

/** What is a tensor in one form of the call, and not in the call. */
const readCall = (_: Values, reading: IReading): Values => {
  const { func, argument, type } = refusedCall(reading) ?? {};
  return { func, argument, type };
};

export const NOT_A_TENSOR_SIGNS: readonly ISign[] = [
  // torch up to 0.3 kept tensors and what autograd follows apart.
  ...said(
    /argument \d{1,2} is not a Variable|save_for_backward can only save input or output tensors, but argument \d{1,2} doesn["']t satisfy|must be Variable, not torch\.(?:cuda\.)?\w{2,12}Tensor/,
    ofKind('variable')
  ),
  ...said(
    /\b(?<func>\w+)\(\): argument ["'](?<argument>\w+)["'] (?:\(position \d{1,3}\) )?must be (?:Tensor|Variable|tuple of Tensors|list of Tensors), not (?!Tensor\b|Parameter\b|torch\.(?:cuda\.)?\w{2,12}Tensor\b)(?<type>[\w.]+)/
  ),
  ...said(
    /\b(?<func>\w{1,80})\(\): argument ["'](?<argument>\w{1,60})["'] (?:\(position \d{1,3}\) )?must be (?:tuple|list) of Tensors, but found element of type (?<type>[\w.]{1,80})/
  ),
  ...said(
    /\b(?<func>\w{1,60}(?:::\w{1,60})?)\(\) Expected a value of type ["']Tensor\b[^"']{0,20}["'] for argument ["'](?<argument>\w{1,60})["'] but instead found type ["'](?<type>[\w.]{1,60})["']/
  ),
  ...said(
    /expected (?:Tensor|Variable) as element \d{1,6} in argument \d{1,3}, but got (?<type>[\w.]+)/
  ),
  ...said(
    /xpected a proper Tensor but got None \(or an undefined Tensor in C\+\+\)(?: for argument #\d{1,2} ["'](?<argument>\w{1,60})["'])?/,
    { read: ({ argument }) => ({ type: 'NoneType', argument }) }
  ),
  ...said(/Variable data has to be a tensor, but got (?<type>[\w.]{1,60})/),
  ...said(
    /descriptor ["']\w{1,60}["'] (?:for|requires an?) ["']torch\._C\.\w{1,20}["'] objects? (?:doesn["']t apply to|but received) an? ["'](?<type>[\w.]{1,60})["']/
  ),
  ...said(
    /received an invalid combination of arguments - got \((?<type>numpy\.ndarray|tuple|list|NoneType|Image|str|dict|DataFrame|Series)\b/,
    {
      confidence: 'likely',
      when: reading => wantsTensor(refusedCall(reading)) !== false
    }
  ),
  ...said(/received an invalid combination of arguments - got \(/, {
    confidence: 'likely',
    when: reading => wantsTensor(refusedCall(reading)) === true,
    read: readCall
  }),
  {
    where: 'message',
    pattern:
      /["'](?<type>float|int|list|tuple|NoneType|numpy\.ndarray)["'] object has no attribute ["'](?<name>backward|dim|requires_grad_?)["']/,
    when: reading => reading.mentions('torch') || reading.mentions('backward'),
    confidence: 'likely'
  },
  {
    where: 'message',
    pattern:
      /["'](?<type>list|tuple|dict|str|int|float)["'] object has no attribute ["'](?:to|cuda)["']/,
    when: moves,
    confidence: 'likely',
    read: ({ type }) => ({ type, kind: 'batch' })
  },
  {
    where: 'message',
    pattern: lacks(OR_NONE, ONLY_TENSORS),
    when: notOthers,
    confidence: 'likely',
    ...attribute
  },
  {
    where: 'message',
    pattern: lacks(
      String.raw`(?:numpy\.)?ndarray`,
      'to|cpu|dim|numel|clone|float|long|half|double'
    ),
    when: notOthers,
    confidence: 'likely',
    ...attribute
  },
  {
    where: 'message',
    pattern: lacks(TYPES, 'backward|cuda'),
    when: reading => notOthers(reading) && !/\bload\(/.test(reading.code),
    confidence: 'likely',
    ...attribute
  },
  {
    where: 'message',
    pattern: lacks(String.raw`\w{1,60}`, String.raw`\w{1,60}`),
    when: initialises,
    ...ofKind('init')
  },
  {
    where: 'message',
    pattern: lacks(OR_NONE, String.raw`\w{1,60}`),
    when: torchAsked,
    confidence: 'likely',
    ...attribute
  },
  {
    where: 'message',
    pattern: lacks(OR_NONE, 'to|size|dim|view|cpu|softmax|squeeze|float|long'),
    when: reading => notOthers(reading) && lineOfTorch(reading),
    confidence: 'likely',
    ...attribute
  },
  {
    where: 'message',
    ename: /^TypeError$/,
    pattern: /^["'](?<size>int|tuple)["'] object is not callable$/,
    when: sizeCalled,
    confidence: 'likely',
    // The size of an array is a number, that of a picture of PIL two.
    read: ({ size }) => ({
      kind: 'attribute',
      type: size === 'int' ? 'numpy.ndarray' : 'Image',
      name: 'size()'
    })
  }
];
