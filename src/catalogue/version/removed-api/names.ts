import type { Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { PACKAGES } from '../../shared/torch-packages';

/** Python up to 3.6 names neither the module of an attribute, nor of an import. */
const ATTRIBUTE = /'module' object has no attribute '(?<name>\w{1,60})'/;
const IMPORT = /cannot import name '?(?<name>\w{1,60})'?$/;

const FROM = new RegExp(
  String.raw`\bfrom (?<module>(?:${PACKAGES})(?:\.\w{1,40}){0,6}) import (?<names>[\w, ()]{1,200})`,
  'gi'
);

function nameIn(pattern: RegExp, { exceptions }: IReading): string | undefined {
  return exceptions
    .map(one => pattern.exec(one.message.trim().slice(0, 500))?.groups?.name)
    .find(name => name !== undefined);
}

/** Whether the attribute that a nameless module lacks is asked of torch. */
export function asksTorch(reading: IReading): boolean {
  const name = nameIn(ATTRIBUTE, reading);
  return (
    name !== undefined &&
    ['torch', 'nn', 'cuda', 'optim'].some(module =>
      reading.mentions(`${module}.${name}`)
    ) &&
    reading.mentions('torch')
  );
}

/** What every version of torch, or of Lightning, has: another cause, as of `_C`. */
const ALWAYS = /^(?:_C|nn|Tensor|Trainer|LightningModule)$/;

/** From which module of torch a name was to come, as the code says. */
export function importedFrom(reading: IReading): Values {
  const name = nameIn(IMPORT, reading);
  const found = [...`${reading.code}\n${reading.log}`.matchAll(FROM)].find(
    ({ groups }) => groups?.names.split(/[ ,()]+/).includes(name ?? '')
  );
  return found && !ALWAYS.test(name ?? '')
    ? { name, module: found.groups?.module }
    : {};
}
