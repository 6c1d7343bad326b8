import { parseArgs } from 'node:util';

import { version } from '../../package.json';
import { catalogue } from '../catalogue';
import { diagnose } from '../diagnosis/diagnose';
import { nameOf, UnreadableError } from './input';
import { print, say, UnwritableError, type Line } from './output';
import { jsonLine, readable } from './print';
import { readFailures } from './read';
import { unfinishedNote } from './unfinished';

const USAGE = `Usage: torch-triage [--json] FILE...

Says why PyTorch failed: in each failed cell of a notebook (.ipynb), or in a
log (any other file; - is the standard input). Nothing leaves this machine.
Of a log of more than 256 MiB the first and the last half of that is read.

  --json     one JSON object a line for each failed cell or log
  --help     this text
  --version  the version`;

/** Exit status where an input could not be read or the output not be written. */
const REFUSED = 2;

/** Exit status where the reader went away, as a shell tells of SIGPIPE. */
const READER_GONE = 128 + 13;

function line(text: string): Line {
  return [{ text }];
}

async function complain(text: string): Promise<void> {
  process.exitCode = REFUSED;
  await say(text);
}

/** Diagnose one file and print what was found. */
async function report(file: string, asJson: boolean): Promise<void> {
  const { incidents, unfinished } = await readFailures(file);
  if (incidents.length === 0 && unfinished.length === 0 && !asJson) {
    await print([line(`${nameOf(file)}: no cell has failed.`)]);
  }
  for (const one of incidents) {
    const failed: string[] = [];
    const findings = diagnose(one.incident, catalogue, (id, error) =>
      failed.push(`the entry ${id} failed: ${error}`)
    );
    for (const text of failed) {
      await say(text);
    }
    await print(asJson ? [jsonLine(one, findings)] : readable(one, findings));
  }
  for (const one of unfinished) {
    // A line of JSON stands for a failure that is known.
    const note = `${nameOf(file)}: ${unfinishedNote(one)}`;
    await (asJson ? say(note) : print([line(note)]));
  }
}

/** What went wrong with a file; where that is our fault, with the place. */
function reasonOf(error: unknown): string {
  return error instanceof UnreadableError
    ? error.message
    : `an error of torch-triage, please report it: ${(error as Error).stack?.split('\n', 2).join('')}`;
}

async function reportAll(
  files: readonly string[],
  asJson: boolean
): Promise<void> {
  for (const file of files) {
    try {
      await report(file, asJson);
    } catch (error) {
      if (error instanceof UnwritableError) {
        throw error;
      }
      await complain(`${nameOf(file)}: ${reasonOf(error)}.`);
    }
  }
}

async function main(argv: string[]): Promise<void> {
  let options;
  try {
    options = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', default: false }
      }
    });
  } catch (error) {
    await complain(`${(error as Error).message} See --help.`);
    return;
  }
  const { values, positionals } = options;
  if (values.help) {
    await print(USAGE.split('\n').map(line));
  } else if (values.version) {
    await print([line(version)]);
  } else if (positionals.length === 0) {
    await complain('no file was named. See --help.');
  } else {
    await reportAll(positionals, values.json);
  }
}

async function run(): Promise<void> {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof UnwritableError)) {
      throw error;
    }
    // A reader that ends early, as `head` does, is no error worth a line.
    if (error.code === 'EPIPE') {
      process.exit(READER_GONE);
    }
    await say(`standard output cannot be written (${error.code}).`);
    process.exit(REFUSED);
  }
}

void run();
