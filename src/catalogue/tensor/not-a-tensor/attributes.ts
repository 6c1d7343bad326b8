/** Attributes of tensors, asked of something else. */
import type { IFrame, IRaised, IReading } from '../../../incident/types';

import type { ValuesOf } from '../../define';
import { assignmentsIn } from '../../shared/ran-code';
import { definitionOf } from '../../shared/visible-code';

/** `.to(device)`, `.to('cuda')`, `.cuda()` in the failed lines. */
const MOVES =
  /\.to\( ?(?:[\w.]{0,40}\.)?device\b|\.to\( ?["'](?:cuda|cpu|mps)|\.cuda\(/i;

/**
 * Whether the code moves something to a device. A dictionary that torch.load()
 * gave is another cause.
 */
export function isMoving(reading: IReading): boolean {
  const { code } = reading;
  return (
    !/\bload\(/.test(code) && (MOVES.test(code) || reading.mentions('torch'))
  );
}

/** Classes that stand in place of a tensor. */
export const TYPES = String.raw`list|tuple|dict|str|int|float|bool|complex|generator|map|function|method|builtin_function_or_method|(?:numpy\.)?ndarray|numpy\.\w{1,12}|(?:PIL\.)?\w{0,20}Image(?:File)?|DataFrame|Series|\w{1,40}Outputs?(?:With\w{1,60})?`;

export const OR_NONE = `${TYPES}|NoneType`;

/** Any class or attribute. */
export const ANY = String.raw`\w{1,60}`;

/**
 * Python's words for an object of `types` that has none of `names`. A typed text
 * may lack the quotes, and `to_frame` is not `to`.
 */
export function lacks(types: string, names: string): RegExp {
  return new RegExp(
    String.raw`["'](?<type>${types})["'] object has no attribute ["'](?<name>${names})(?!\w)["']`
  );
}

/** Other libraries with tensors of their own are not there. */
export const notOthers = (reading: IReading): boolean =>
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
export function torchAsked({ exceptions }: IReading): boolean {
  return exceptions.some(
    raised =>
      raised.name === 'AttributeError' &&
      ASKING.test(innermost(raised)?.file ?? '')
  );
}

/** The loss function of torch that asked, if it was one. */
export function lossAsked({ exceptions }: IReading): string | undefined {
  return exceptions
    .map(raised => innermost(raised)?.func ?? '')
    .find(func => /_loss$|cross_entropy/.test(func))
    ?.replace(/_with_logits$/, '');
}

/** `nn.init.xavier_uniform_(layer)`: a weight of the layer is meant. */
export function isInitialising({ exceptions }: IReading): boolean {
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

/** The line that failed; the cell where there is no frame. */
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
export function isLineOfTorch(reading: IReading): boolean {
  const line = failedLine(reading, 'AttributeError');
  return (
    !/\bload\(/.test(line) &&
    (OF_TORCH.test(line) ||
      OF_MODELS.test(failedIn(reading, 'AttributeError')?.file ?? '') ||
      (/\.size\(\)/.test(line) && reading.mentions('torch')))
  );
}

/**
 * The name that the failed line asks and its function neither takes nor makes,
 * so that it is one of outside, with the line about the function's own argument.
 */
export function ofOutside(
  reading: IReading
): ValuesOf<'outside' | 'func' | 'anew'> | undefined {
  const line = failedLine(reading, 'TypeError').trim();
  const { func = '' } = failedIn(reading, 'TypeError') ?? {};
  const defined = definitionOf(func, reading);
  const outside = /(?<asked>[a-z_]\w{0,30})\.size\(/i.exec(line)?.groups?.asked;
  const taken = defined?.parameters.filter(({ name }) => name !== 'self') ?? [];
  const isOutside =
    outside !== undefined &&
    taken.length > 0 &&
    defined?.body.some(one => one.includes(line)) &&
    !taken.some(({ name }) => name === outside) &&
    !assignmentsIn(defined.body).some(({ names }) => names.includes(outside));
  return isOutside
    ? {
        outside,
        func,
        anew: line.replace(
          new RegExp(String.raw`\b${outside}\b`, 'g'),
          taken[0].name
        )
      }
    : undefined;
}

/** `x.size(0)` of an array, whose size is a number, or of a picture. */
export function isSizeCalled(reading: IReading): boolean {
  const line = failedLine(reading, 'TypeError');
  return (
    /\.size\(/.test(line) &&
    (OF_TORCH.test(line) ||
      ASKING.test(failedIn(reading, 'TypeError')?.file ?? '') ||
      reading.mentions('torch'))
  );
}
