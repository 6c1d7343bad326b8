import type { IFrame, IReading } from '../../../incident/types';
import { callsIn } from '../../shared/call-text';

/** What a line keeps of the result, or returns. */
const KEPT = /^(?:[^=(]{1,80}=\s?|return )/;

/** One call with plain arguments. */
const CALL =
  /^(?<callee>[a-z_][\w.]{0,50})\((?<args>[\w.,=*'"[\] ]{0,100})\)(?:\.\w{1,20}|\[\w{1,9}\])?$/i;

/** A call that can be written anew. */
export interface ICall {
  readonly callee: string;
  readonly args: readonly string[];
}

/** torch's own frames between a call and forward(). */
function isOfTorch({ file, place }: IFrame): boolean {
  return place === 'library' && /[\\/]torch[\\/]/.test(file);
}

/** The frames on the way to forward(), outermost first. */
function framesOf({ exceptions }: IReading): readonly IFrame[] {
  return exceptions.find(one => one.frames.length > 0)?.frames ?? [];
}

/** The frame that called the module, whoever wrote it. */
function callingFrame(reading: IReading): IFrame | undefined {
  return framesOf(reading)
    .filter(frame => !isOfTorch(frame))
    .pop();
}

/** Whether a file like `pattern` passed the arguments on. */
export function isPassedBy(reading: IReading, pattern: RegExp): boolean {
  return pattern.test(callingFrame(reading)?.file ?? '');
}

/** Whether nn.Sequential made the innermost call. */
export function isOfSequential(reading: IReading): boolean {
  const called = framesOf(reading).filter(
    ({ file }) => !/[\\/]torch[\\/]nn[\\/]modules[\\/]module\.py$/.test(file)
  );
  return /[\\/]modules[\\/]container\.py$/.test(
    called[called.length - 1]?.file ?? ''
  );
}

/** Whether DataParallel handed the pieces of the batch to its copies. */
export function isSplit(reading: IReading): boolean {
  return framesOf(reading).some(({ file }) =>
    /[\\/]nn[\\/]parallel[\\/](?:data_parallel|parallel_apply)\.py$/.test(file)
  );
}

/** Whether code at hand makes what is called with nn.Sequential. */
export function isMadeSequential(
  { code }: IReading,
  { callee }: ICall
): boolean {
  const name = callee.replaceAll('.', String.raw`\.`);
  return new RegExp(
    String.raw`(?:^|\s)${name} ?= ?(?:\w{1,20}\.){0,2}Sequential\(`
  ).test(code);
}

/** Functions of torch and Python, and methods of tensors: they call no forward(). */
const NO_MODULE =
  /^(?:torch|F|np|nn\.functional|functional)\.|^(?:print|len|range|zip|list|tuple|float|int|str|enumerate|next|super|tqdm)$|\.(?:to|cuda|cpu|view|reshape|float|long|size|unsqueeze|squeeze|permute|transpose|detach|item|mean|sum|append)$/;

/** The user's own call, where its line shows it whole. */
export function ownCall(reading: IReading): ICall | undefined {
  const frame = callingFrame(reading);
  if (!frame || frame.place === 'library' || isOfSequential(reading)) {
    return undefined;
  }
  const [statement] = frame.code.split('#');
  const line = statement.trim().replace(KEPT, '').trim();
  const { callee, args } = CALL.exec(line)?.groups ?? {};
  if (callee === undefined) {
    // Arguments that are calls themselves: of several modules it is not told which.
    const calls = callsIn(line).filter(({ name }) => !NO_MODULE.test(name));
    return calls.length === 1
      ? {
          callee: calls[0].name,
          args: calls[0].args.map(arg => arg.replace(/^(\w+) = /, '$1='))
        }
      : undefined;
  }
  return args.includes('[') && args.includes(',')
    ? undefined
    : {
        callee,
        args: args
          .split(',')
          .map(arg => arg.trim())
          .filter(Boolean)
      };
}

/** The names in a list of Python's: `'x' and 'mask'`. */
export function namesIn(list: string): string[] {
  return [...list.matchAll(/["'](\w{1,40})["']/g)].map(([, name]) => name);
}

/** The call with the arguments that it lacks, by their names. */
export function withMissing(
  { callee, args }: ICall,
  missing: string,
  module: string | undefined
): string {
  const [first] = args;
  // Self-attention: query, key and value are the same.
  if (module === 'MultiheadAttention' && args.length === 1) {
    return `${callee}(${first}, ${first}, ${first})`;
  }
  const names = namesIn(missing);
  const isNamed = args.some(arg => arg.includes('='));
  return `${callee}(${[
    ...args,
    ...names.map(name => (isNamed ? `${name}=${name}` : name))
  ].join(', ')})`;
}

/** The call with no more than `takes` values; undefined where that is not sure. */
export function withFirst(
  { callee, args }: ICall,
  takes: number,
  given: number
): string | undefined {
  const [first = ''] = args;
  if (takes === 1 && args.length === 1 && /^\*\w+$/.test(first)) {
    return `${callee}(${first.slice(1)}[0])`;
  }
  return takes > 0 &&
    args.length === given &&
    !args.some(arg => /[=*]/.test(arg))
    ? `${callee}(${args.slice(0, takes).join(', ')})`
    : undefined;
}

/** The call without one of its arguments; undefined where it does not name it. */
export function withoutKeyword(
  { callee, args }: ICall,
  keyword: string
): string | undefined {
  const others = args.filter(arg => !arg.startsWith(`${keyword}=`));
  return others.length < args.length
    ? `${callee}(${others.join(', ')})`
    : undefined;
}

/** What a star unpacks: a name, or an entry or a part of it. */
const STARRED = /^\*(?<name>[a-z_][\w.]{0,40}(?:\[[\w:-]{1,12}\])?)$/i;

/**
 * The call of the user's own in which a star hands over too many inputs: what it
 * unpacks, and the call with it as the one input that is left.
 *
 * @param takes - how many inputs forward() takes, without its object
 */
export function starredCall(
  takes: number,
  reading: IReading
): { readonly name: string; readonly better: string | undefined } | undefined {
  const frame = callingFrame(reading);
  if (!frame || frame.place === 'library' || isOfSequential(reading)) {
    return undefined;
  }
  const calls = callsIn(frame.code).filter(({ args }) =>
    args.some(arg => STARRED.test(arg))
  );
  const [call] = calls;
  const at = call?.args.findIndex(arg => STARRED.test(arg)) ?? -1;
  const name = STARRED.exec(call?.args[at] ?? '')?.groups?.name;
  if (calls.length !== 1 || name === undefined) {
    return undefined;
  }
  // A part of a list is left a list: its first entry is one input.
  const one = name.replace(/\[:-?\d*\]$/, '[0]');
  const isLeft = call.args.length === takes;
  return {
    name,
    better: isLeft
      ? `${call.name}(${call.args.map((arg, index) => (index === at ? one : arg)).join(', ')})`
      : undefined
  };
}
