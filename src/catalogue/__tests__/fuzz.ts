/** Failures mutilated at random, for jest and for `npm run fuzz`. */
import * as fc from 'fast-check';

import { catalogue } from '..';
import { diagnose } from '../../diagnosis/diagnose';
import { english } from '../../diagnosis/english';
import { cellIncident, textIncident } from '../../incident/incident';
import type { IIncident } from '../../incident/types';
import { changedBy, LAWS } from './dirt';
import type { IFailure } from './dirt';

/** One report may take the processor so long, in milliseconds. */
export const BUDGET = 500;

/** Letters that mean something to a parser. */
const JUNK = fc.constantFrom(
  ...['\0', '\r', '\n', '\u001b[', '\u001b]', '[;', '[0m', '\ud800', '🙂', '│'],
  ...[
    '`',
    "'",
    '"',
    '\\n',
    '&gt;',
    '(',
    ')',
    '[',
    '{',
    '%1',
    '$&',
    '__proto__'
  ],
  ...[
    'RuntimeError: ',
    'Traceback (most recent call last):\n',
    'Caught ',
    'File "'
  ],
  ...[
    'Assertion `',
    '` failed',
    'Cell In[1], line 1\n',
    '[rank0]: ',
    '0',
    '-1',
    '   '
  ]
);

/** One change of a text: replace `length` units at `at` (both in thousandths). */
const EDIT: fc.Arbitrary<IEdit> = fc.record({
  at: fc.nat(1000),
  length: fc.nat(300),
  times: fc.constantFrom(0, 1, 1, 1, 3, 50),
  junk: JUNK
});

interface IEdit {
  readonly at: number;
  readonly length: number;
  readonly times: number;
  readonly junk: string;
}

function edited(text: string, { at, length, times, junk }: IEdit): string {
  const start = Math.floor((text.length * at) / 1000);
  const end = start + Math.floor((text.length * length) / 1000);
  return text.slice(0, start) + junk.repeat(times) + text.slice(end);
}

type Field = Exclude<
  keyof IIncident,
  | 'kind'
  | 'death'
  | 'machine'
  | 'live'
  | 'saved'
  | 'around'
  | 'held'
  | 'line'
  | 'tensors'
  | 'stack'
  | 'weights'
  | 'program'
>;

const FIELD = fc.constantFrom<Field>(
  ...(['ename', 'evalue', 'traceback', 'stdout', 'stderr', 'source'] as const)
);

interface IMutant {
  readonly one: IFailure;
  readonly laws: readonly string[];
  readonly edits: readonly (readonly [Field, IEdit])[];
  readonly asText: boolean;
}

/** A failure, dirtied and then cut, doubled and mixed with junk. */
export function mutants(cases: readonly IFailure[]): fc.Arbitrary<IMutant> {
  return fc.record({
    one: fc.constantFrom(...cases),
    laws: fc.subarray(Object.keys(LAWS), { maxLength: 2 }),
    edits: fc.array(fc.tuple(FIELD, EDIT), { maxLength: 5 }),
    asText: fc.boolean()
  });
}

/** Diagnose it and render every page; throws when an entry does. */
function examine(mutant: IMutant): void {
  const { one, laws, edits, asText } = mutant;
  let incident = changedBy(laws, one);
  for (const [field, edit] of edits) {
    incident = {
      ...incident,
      [field]: edited(String(incident[field] ?? ''), edit)
    };
  }
  const findings = diagnose(
    asText
      ? textIncident(
          `${incident.stderr}\n${incident.traceback}\n${incident.evalue}`
        )
      : cellIncident(incident),
    catalogue,
    (id, error) => {
      throw new Error(`${id} threw: ${error}`);
    }
  );
  for (const { entry, values } of findings) {
    entry.page(english, values);
  }
}

/** Milliseconds of the processor, so that a busy machine counts for nothing. */
function timed(call: () => void): number {
  const start = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/**
 * The time that one mutant takes, in milliseconds. A slow one is tried again:
 * the garbage of the others may have been collected in its time.
 */
export function cost(mutant: IMutant): number {
  let best = timed(() => examine(mutant));
  for (let again = 0; again < 4 && best > BUDGET; again++) {
    best = Math.min(
      best,
      timed(() => examine(mutant))
    );
  }
  return best;
}
