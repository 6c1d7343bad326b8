import { boundMiddle } from '../incident/text/truncate';
import { fold } from '../incident/text/clean';
import type { IReading } from '../incident/types';

/** A message longer than this is matched at its head and tail only. */
const MAX_MESSAGE = 16_000;

/** A text in the two forms it is needed in: to quote from, and to match. */
export interface IText {
  readonly raw: string;
  readonly folded: string;
}

/**
 * One exception's message: all of it; then, where it has several lines, put
 * together as if a terminal had cut it inside a word; then its first line, for
 * what follows it in a log may not belong to it.
 */
export type Forms = readonly IText[];

/** A message to match, and whose it is. */
export interface IMessage {
  readonly name: string;
  readonly where: 'message' | 'text';
  readonly forms: Forms;
  readonly rank?: string;
}

/** A text of so few lines, with no exception, is a question, not a log. */
const MAX_QUESTION = 60;

function textOf(raw: string): IText {
  return { raw, folded: fold(raw) };
}

/** Such marks people put around a whole message: quotes, and Markdown's. */
const MARKS = ['`', '"', "'", '*'];

/** At most so many on each side: `**text**`, and three for code. */
const MAX_MARKS = 3;

function withoutMarks(text: string): string {
  let bare = text.trim();
  for (let at = 0; at < MAX_MARKS && bare.length > 2; at++) {
    if (!MARKS.includes(bare[0]) || !bare.endsWith(bare[0])) {
      break;
    }
    bare = bare.slice(1, -1);
  }
  return bare;
}

/** The forms of a message; without a class somebody copied it by hand. */
function formsOf(name: string, message: string): Forms {
  const whole = boundMiddle(message, MAX_MESSAGE);
  const forms = linesOf(whole);
  if (name !== '') {
    return forms;
  }
  const bare = withoutMarks(whole);
  return bare === whole.trim() ? forms : [...forms, ...linesOf(bare)];
}

function linesOf(raw: string): Forms {
  const [first, ...rest] = raw.split('\n');
  return rest.length === 0
    ? [textOf(raw)]
    : [textOf(raw), textOf(raw.replace(/\n/g, '')), textOf(first)];
}

/** What the signs of all entries are matched against, made ready once. */
export class Texts {
  /** The exceptions; without any, a short text as a message without a class. */
  readonly raised: readonly IMessage[];
  readonly log: IText;

  constructor(readonly reading: IReading) {
    const { incident, exceptions, streams } = reading;
    const isQuestion =
      !incident.death &&
      exceptions.length === 0 &&
      streams.stderr.split('\n', MAX_QUESTION + 1).length <= MAX_QUESTION;
    this.raised = isQuestion
      ? [{ name: '', where: 'text', forms: formsOf('', streams.stderr) }]
      : exceptions.map(({ name, message, rank }) => ({
          name,
          where: 'message',
          forms: formsOf(name, message),
          rank
        }));
    this.log = {
      raw: `${streams.stderr}\n${streams.stdout}`,
      folded: reading.log
    };
  }
}
