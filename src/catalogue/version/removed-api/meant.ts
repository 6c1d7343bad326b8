/** What was meant with a name that torch does not have, written into the line. */
import type { IReading } from '../../../incident/types';
import type { ValuesOf } from '../../define';
import { callsIn } from '../../shared/call-text';
import { ownLine, visibleCode } from '../../shared/ran-code';
import { spellingOf } from '../../shared/torch-names';
import { spelling } from './replacements';

/** A name, and the module that has it. */
interface IMeantName {
  readonly module: string;
  readonly name: string;
}

const LAYERS = 'torch.nn';
const FUNCTIONS = 'torch.nn.functional';

/** A number, a keyword or nothing: what a layer is made with, and no tensor. */
const SETTING = /^(?:-?[\d.]+|\w{1,40} ?=.{0,60})$/;

/** Whether a line calls a name with values, as one does with a function. */
function isGivenTensor(line: string, name: string): boolean {
  const call = callsIn(line).find(one => one.name.endsWith(`.${name}`));
  return call?.args[0] !== undefined && !SETTING.test(call.args[0]);
}

/**
 * The name that was meant: of a layer and the function of its name, the one
 * that the call is for.
 */
function chosen(
  module: string,
  name: string,
  line: string
): IMeantName | undefined {
  const known = spelling(module, name);
  const other =
    module === LAYERS && isGivenTensor(line, name)
      ? FUNCTIONS
      : module === FUNCTIONS && !isGivenTensor(line, name)
        ? LAYERS
        : undefined;
  return known && other && spellingOf(other, name)?.is === 'there'
    ? { module: other, name }
    : meantBy(module, name);
}

/** The same, where no line is at hand. */
export function meantBy(
  module: string | undefined,
  name: string | undefined
): IMeantName | undefined {
  const known = spelling(module, name);
  switch (known?.is) {
    case 'near':
      return { module: module ?? 'torch', name: known.name };
    case 'elsewhere':
      return known;
    case 'like':
      return { module: module ?? 'torch', name: known.names[0] };
    default:
      return undefined;
  }
}

/** Under which name the code at hand knows a module. */
function aliasOf(module: string, text: string): string {
  const at = module.lastIndexOf('.');
  const [parent, last] = [module.slice(0, at), module.slice(at + 1)];
  const [whole, part] = [parent, module].map(one =>
    one.replaceAll('.', String.raw`\.`)
  );
  const alias =
    new RegExp(String.raw`\bimport ${part} as (?<as>\w{1,30})`).exec(text) ??
    new RegExp(
      String.raw`\bfrom ${whole} import (?:\w{1,40}, ?){0,6}${last} as (?<as>\w{1,30})`
    ).exec(text) ??
    new RegExp(
      String.raw`\bfrom ${whole} import (?:\w{1,40}, ?){0,6}(?<as>${last})\b(?! as)`
    ).exec(text);
  return alias?.groups?.as ?? module;
}

/** The line with a function of torch as a method of its first argument. */
function onFirst(name: string, line: string): string | undefined {
  const call = callsIn(line).find(one => one.name.endsWith(`.${name}`));
  const [first = '', ...rest] = call?.args ?? [];
  return call && /^[a-z_][\w.]{0,40}$/i.test(first) && line.length <= 120
    ? line.replace(call.text, `${first}.${name}(${rest.join(', ')})`)
    : undefined;
}

/** The module and name that were meant, and the line with it. */
export function meantIn(
  { module, name }: { readonly module?: string; readonly name?: string },
  reading: IReading
): ValuesOf<'to' | 'anew'> {
  const line = ownLine(reading);
  if (module === undefined || name === undefined || line === '') {
    return {};
  }
  if (spelling(module, name)?.is === 'method') {
    return { anew: onFirst(name, line) };
  }
  const meant = chosen(module, name, line);
  if (meant === undefined) {
    return {};
  }
  const written = new RegExp(
    String.raw`(?<![\w.])(?<as>(?:\w{1,40}\.){0,5}\w{1,40})\.${name}\b`
  );
  const as =
    meant.module === module
      ? written.exec(line)?.groups?.as
      : aliasOf(meant.module, visibleCode(reading).text);
  const anew = /^\s*from /.test(line)
    ? `from ${meant.module} import ${meant.name}`
    : as !== undefined && written.test(line)
      ? line.replace(written, `${as}.${meant.name}`)
      : undefined;
  return {
    to: `${meant.module}.${meant.name}`,
    anew: anew !== undefined && anew.length <= 120 ? anew : undefined
  };
}
