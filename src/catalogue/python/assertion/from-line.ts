/** What the line of an assertion asks for, where the kernel tells no values. */
import type { IReading } from '../../../incident/types';
import type { ValuesOf } from '../../define';
import { lastGiving, partsIn } from '../../shared/visible-code';
import { madeIn } from '../shared/made-by';
import type { LineKind, Value } from './values';

export type Asked = ValuesOf<Value> & { readonly kind: LineKind };

/** A longer condition is not taken apart. */
const MAX_CONDITION = 160;

/** The condition of the assertion that failed, without its message; '' without one. */
export function conditionOf({ exceptions }: IReading): string {
  const line = exceptions[0]?.frames.at(-1)?.code ?? '';
  const asked = /^assert\b ?(?<asked>.+)$/.exec(line.trim())?.groups?.asked;
  const [condition = ''] =
    asked === undefined
      ? []
      : (partsIn(`(${asked})`, 0) ?? partsIn(`(${asked}))`, 0) ?? []);
  const bare = /^\((?<inner>[^()]{1,150})\)$/.exec(condition)?.groups?.inner;
  return (bare ?? condition).length > MAX_CONDITION ? '' : (bare ?? condition);
}

const FORMS: readonly (readonly [form: RegExp, kind: LineKind])[] = [
  [/^torch\.cuda\.is_available\(\)$/, 'gpu'],
  [
    /^(?<name>[\w.[\]]{1,60}) ?% ?(?<wanted>[\w.[\]]{1,60}) ?== ?0$/,
    'multiple'
  ],
  [
    /^not ?\(?(?<name>[\w.[\]]{1,60}) ?% ?(?<wanted>[\w.[\]]{1,60})\)?$/,
    'multiple'
  ],
  [
    /^(?<name>.{1,60}?) ?<=? ?(?<wanted>torch\.cuda\.device_count\(\))$/,
    'gpus'
  ],
  [/^(?<wanted>torch\.cuda\.device_count\(\)) ?>=? ?(?<name>.{1,60})$/, 'gpus'],
  [
    /^(?:os\.path|osp|path)\.(?:exists|isfile|isdir|lexists)\((?<name>[^()]{1,80})\)$/,
    'path'
  ],
  [/^(?<name>[\w.]{1,60})\.(?:exists|is_file|is_dir)\(\)$/, 'path'],
  [
    /^(?<name>[\w.[\]]{1,60}\.(?:shape|size\(\d?\)|ndim|dim\(\))(?:\[-?\d{1,2}\])?) ?== ?(?<wanted>[\w.[\]'"(), /*+-]{1,70})$/,
    'sizes'
  ],
  [/^isinstance\((?<name>[\w.[\]]{1,60}), ?(?<wanted>.{1,60})\)$/, 'type'],
  [/^type\((?<name>[\w.[\]]{1,60})\) ?(?:==|is) ?(?<wanted>.{1,60})$/, 'type'],
  [/^(?<name>[\w.[\]]{1,60}) is not None$/, 'missing'],
  [/^len\((?<name>[\w.[\]]{1,60})\)(?: ?(?:>|!=) ?0| ?>= ?1)?$/, 'filled'],
  [/^(?<name>[\w.[\]'"]{1,60}) in (?<wanted>[[({].{1,80}[\])}])$/, 'allowed'],
  [
    /^(?:torch|np|numpy)\.(?:allclose|equal|array_equal|isclose)\((?<name>[\w.[\]]{1,40}), ?(?<wanted>[^,()]{1,60}).{0,60}\)$/,
    'close'
  ],
  [/^(?:False|0)$/, 'unreachable']
];

/** The whole number that a name has, where the line that gives it shows it. */
function numberOf(name: string, reading: IReading): number | undefined {
  if (/^\d{1,9}$/.test(name)) {
    return Number(name);
  }
  const code = lastGiving(name, reading)?.code ?? '';
  const value = /= ?(?<value>\d{1,9})\s*(?:#|$)/.exec(code)?.groups?.value;
  return value === undefined ? undefined : Number(value);
}

/** Both numbers of a division, as the message or the cells show them. */
function division(
  name: string,
  wanted: string,
  reading: IReading
): { readonly value?: string; readonly by?: string; readonly near?: string } {
  const said = [
    ...(reading.exceptions[0]?.message ?? '').matchAll(/\b\d{1,9}\b/g)
  ].map(([one]) => Number(one));
  const [value, by] =
    said.length === 2
      ? [Math.max(...said), Math.min(...said)]
      : [numberOf(name, reading), numberOf(wanted, reading)];
  if (value === undefined || by === undefined || by < 2 || value % by === 0) {
    return {};
  }
  const less = Math.floor(value / by) * by;
  return {
    value: String(value),
    by: String(by),
    near: (less > 0 ? [less, less + by] : [by]).join(', ')
  };
}

/** The file among the arguments of a command that a cell was to make. */
function madeByCell(reading: IReading): ReturnType<typeof madeIn> {
  const [command = ''] =
    /^[ \t]{0,20}![^\n]{0,200}?\bpython[^\n]{0,600}$/m.exec(
      reading.incident.source
    ) ?? [];
  return command
    .split(/\s+/)
    .filter(word => /[\w-][./][\w-]/.test(word) && !word.endsWith('.py'))
    .map(word => madeIn(word, reading))
    .find(made => made !== undefined);
}

/** What an assertion's line asks for; null where no line tells more than itself. */
export function askedBy(reading: IReading): Asked | null {
  const condition = conditionOf(reading);
  if (condition === '') {
    return null;
  }
  for (const [form, kind] of FORMS) {
    const groups = form.exec(condition)?.groups;
    if (groups || form.test(condition)) {
      const { name, wanted } = groups ?? {};
      return {
        kind,
        condition,
        // A number that the line writes out has no name.
        name: /^\d/.test(name ?? '') ? undefined : name,
        wanted,
        ...(kind === 'path' ? madeByCell(reading) : {}),
        ...(kind === 'multiple' && name && wanted
          ? division(name, wanted, reading)
          : {})
      };
    }
  }
  return null;
}
