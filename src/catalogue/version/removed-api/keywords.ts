import type { ISign } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';

/** An argument that came or went, and the calls it belongs to. */
interface IKeyword {
  /** As a pattern, like the callee. */
  readonly names: string;
  readonly callee: string;
}

const KEYWORDS: readonly IKeyword[] = [
  {
    names: 'batch_first',
    callee: String.raw`MultiheadAttention|Transformer\w{0,20}`
  },
  { names: 'norm_first', callee: String.raw`Transformer\w{0,20}` },
  { names: 'label_smoothing', callee: 'CrossEntropyLoss|cross_entropy' },
  { names: 'persistent_workers|prefetch_factor', callee: 'DataLoader' },
  { names: 'indexing', callee: 'meshgrid' },
  { names: 'retain_variables', callee: 'backward' },
  { names: 'assign', callee: 'load_state_dict' },
  { names: 'mmap', callee: 'load' },
  { names: 'with_kwargs', callee: 'register_forward_(?:pre_)?hook' },
  { names: 'antialias', callee: 'interpolate' },
  { names: 'approximate', callee: 'GELU|gelu' },
  { names: 'pin_memory_device', callee: 'DataLoader' },
  { names: 'fused', callee: 'Adam|AdamW' }
];

function calls(callee: RegExp): (reading: IReading) => boolean {
  return ({ code }) => callee.test(code);
}

/**
 * Signs of an argument that a call of the installed torch does not take: Python
 * names the class since 3.10, before only `__init__`.
 */
export function signsOf({ names, callee }: IKeyword): ISign[] {
  return [
    {
      where: 'message',
      pattern: new RegExp(
        String.raw`\b(?:${callee})(?:\.__init__)?\(\) got an unexpected keyword argument '(?<name>${names})'`
      )
    },
    {
      where: 'message',
      pattern: new RegExp(
        String.raw`^__init__\(\) got an unexpected keyword argument '(?<name>${names})'`
      ),
      when: calls(new RegExp(String.raw`\b(?:${callee})\(`)),
      confidence: 'likely'
    }
  ];
}

/** Those of all arguments that came or went with a release. */
export function keywordSigns(): ISign[] {
  return KEYWORDS.flatMap(signsOf);
}
