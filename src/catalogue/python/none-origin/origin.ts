/** Where a None in hand came from, by the lines that are at hand. */
import type { IReading } from '../../../incident/types';
import type { ValuesOf } from '../../define';
import { failedLine } from '../../predicates';
import { isRaisedInLibrary } from '../../shared/code-owner';
import { definitionOf, lastGiving } from '../../shared/visible-code';
import type { Kind, Value } from './values';

export type Origin = ValuesOf<Value> & { readonly kind: Kind };

const NAMED = String.raw`(?<held>[a-z_][\w.]{0,60}?(?:\(\))?)`;

/** What stands at the place where a message of Python says that None is. */
const PLACES: readonly (readonly [message: RegExp, place: string])[] = [
  [
    /has no attribute ["'](?<name>\w{1,100})/,
    String.raw`(?<![\w.])${NAMED}\.<name>\b`
  ],
  [/is not subscriptable/, String.raw`(?<![\w.])${NAMED}\[`],
  [/has no len\(\)/, String.raw`\blen\(${NAMED}\)`],
  [
    /^argument of type|is not a container/,
    String.raw`\bin ${NAMED}(?:[\s:)\]]|$)`
  ],
  [/is not callable/, String.raw`(?<![\w.])${NAMED}\(`],
  [
    /is not iterable|cannot unpack non-iterable/,
    String.raw`(?:\bin |[\w)\]] ?= ?|\b(?:list|enumerate|zip|sorted|sum|tuple|set|dict)\(|\*)${NAMED}(?:[\s:),\]]|$)`
  ]
];

/** The name that is None in the line that failed; undefined where several may be. */
function heldIn(reading: IReading): string | undefined {
  const { message = '' } = reading.exceptions[0] ?? {};
  const line = failedLine(reading);
  for (const [words, place] of PLACES) {
    const found = words.exec(message);
    if (found && !line.includes('\n')) {
      const pattern = place.replace('<name>', found.groups?.name ?? '');
      const all = [...line.matchAll(new RegExp(pattern, 'gi'))].map(
        ({ groups }) => groups?.held
      );
      // Of several calls only what a line gave a value may be None.
      const held =
        new Set(all).size > 1
          ? all.filter(one => one !== undefined && lastGiving(one, reading))
          : all;
      return new Set(held).size === 1 ? held[0] : undefined;
    }
  }
  return undefined;
}

/** What is called last in a line that gives a name its value. */
const CALLED =
  /=\s?(?:await )?(?<call>[a-z_][\w.]{0,100}|[a-z_][\w.]{0,60}(?:\([^()\n]{0,60}\))?(?:\.\w{1,40}){1,3})\(/i;

/** The function whose result is used at once: `find(x).text`. */
function calledAt(reading: IReading): string | undefined {
  const { message = '' } = reading.exceptions[0] ?? {};
  const name = /has no attribute ["'](?<name>\w{1,100})/.exec(message)?.groups
    ?.name;
  if (/^cannot unpack/.test(message)) {
    return CALLED.exec(failedLine(reading))?.groups?.call;
  }
  if (/^argument of type/.test(message)) {
    return /\bin (?<call>[a-z_][\w.]{0,80})\(/i.exec(failedLine(reading))
      ?.groups?.call;
  }
  const calls = [
    ...failedLine(reading).matchAll(
      /(?<call>(?<![\w.])[a-z_][\w.]{0,80})\([^()\n]{0,120}\)(?:\.(?<after>\w{1,60})|\[)/gi
    )
  ].filter(({ groups }) =>
    name === undefined ? groups?.after === undefined : groups?.after === name
  );
  return calls.length === 1 ? calls[0].groups?.call : undefined;
}

/** Calls that give None by design, by the end of what is called. */
const IN_PLACE =
  /\.(?:append|extend|insert|sort|reverse|update|add|remove|discard|clear|shuffle|seed|manual_seed|backward|step|zero_grad|load_state_dict_|mkdir|write_text|save|savefig|show|show_batch|plot_losses|fit_one_cycle|fit|lr_find|save_pretrained|push_to_hub|print)$|^(?:print|shuffle|display)$/;

const OF_CALLS: readonly (readonly [call: RegExp, kind: Kind])[] = [
  [/(?:^|\.)imread$/, 'image'],
  [/^re\.(?:match|search|fullmatch)$|\.(?:match|fullmatch)$/, 'match'],
  [/^os\.(?:environ\.get|getenv)$|(?:^|\.)getenv$/, 'environment'],
  [/\.get$/, 'lookup'],
  [/(?:^|\.)(?:find|find_one|select_one|query_selector)$/, 'search'],
  [/(?:^|\.)(?:safe_load|full_load)$|^yaml\.load$/, 'file'],
  [/(?:^|\.)which$|find_spec$/, 'search']
];

/** What a call at hand tells. */
function ofCall(
  call: string,
  code: string,
  reading: IReading
): Pick<Origin, 'kind' | 'made'> {
  const name = call.split('.').pop() ?? call;
  const type = /= ?(?<type>[A-Z]\w{0,60})\(/.exec(
    lastGiving(call, reading)?.code ?? ''
  )?.groups?.type;
  const definition = type
    ? definitionOf('forward', reading, type)
    : definitionOf(name, reading);
  const made = type ? `${type}.forward()` : `${call}()`;
  if (definition) {
    const given = definition.returns.filter(
      one => one !== '' && one !== 'None'
    );
    return given.length === 0
      ? { kind: 'returns', made }
      : { kind: 'sometimes', made };
  }
  if (/\binplace ?= ?True\b/.test(code) || IN_PLACE.test(call)) {
    return { kind: 'inplace', made };
  }
  const [, kind] = OF_CALLS.find(([pattern]) => pattern.test(call)) ?? [];
  return { kind: kind ?? 'call', made };
}

/** Where it came from; null where no line at hand tells. */
export function originOf(reading: IReading): Origin | null {
  if (reading.incident.live || isRaisedInLibrary(reading)) {
    return null;
  }
  const held = heldIn(reading);
  if (held === undefined) {
    const call = calledAt(reading);
    return call === undefined
      ? null
      : known({
          ...ofCall(call, failedLine(reading), reading),
          code: failedLine(reading)
        });
  }
  if (/\.grad$/.test(held)) {
    return null;
  }
  const given = lastGiving(held, reading);
  if (!given) {
    return null;
  }
  const { code, line, position } = given;
  const values = {
    held,
    code: code.length > 100 ? undefined : code,
    line: String(line),
    cell: position === undefined ? undefined : String(position)
  };
  if (/=\s?None\s*(?:#|$)/.test(code)) {
    return { kind: 'given', ...values };
  }
  const call = CALLED.exec(code)?.groups?.call;
  if (call === undefined) {
    // A loop or a branch would have given it another value.
    const first = lastGiving(held, reading, /= ?None\s*(?:#|$)/);
    return first
      ? { ...values, kind: 'given', code: first.code, line: String(first.line) }
      : null;
  }
  return known({ ...values, ...ofCall(call, code, reading) });
}

/** A call of which nothing is known may also give None, or not: no origin. */
function known(origin: Origin): Origin | null {
  return origin.kind === 'call' && origin.held === undefined ? null : origin;
}
