import { parseArgs, styleText } from 'node:util';

import packageJson from '../../package.json';
import { catalogue } from '../catalogue';
import { diagnose } from '../diagnosis/diagnose';
import { jsonLine, readable, type Style } from './print';
import { readIncidents, UnreadableError } from './read';

const USAGE = `Usage: torch-triage [--json] FILE...

Says why PyTorch failed: in each failed cell of a notebook (.ipynb), or in a
log (any other file; - is the standard input). Nothing leaves this machine.

  --json     one JSON object a line for each failed cell or log
  --help     this text
  --version  the version`;

/** Exit status where an input could not be read. */
const UNREADABLE = 2;

const hasColours = process.stdout.isTTY === true && !process.env.NO_COLOR;

const style: Style = (format, text) =>
  hasColours ? styleText(format, text) : text;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function complain(text: string): void {
  process.stderr.write(`torch-triage: ${text}\n`);
  process.exitCode = UNREADABLE;
}

/** Diagnose one file and print what was found. */
function report(file: string, asJson: boolean): void {
  const found = readIncidents(file);
  if (found.length === 0 && !asJson) {
    print(`${file}: no cell has failed.`);
  }
  for (const one of found) {
    const findings = diagnose(one.incident, catalogue, (id, error) =>
      process.stderr.write(`torch-triage: the entry ${id} failed: ${error}\n`)
    );
    print(asJson ? jsonLine(one, findings) : readable(one, findings, style));
  }
}

function main(argv: string[]): void {
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
    complain(`${(error as Error).message.split('\n')[0]} See --help.`);
    return;
  }
  const { values, positionals } = options;
  if (values.help) {
    print(USAGE);
  } else if (values.version) {
    print(packageJson.version);
  } else if (positionals.length === 0) {
    complain('no file was named. See --help.');
  }
  for (const file of values.help || values.version ? [] : positionals) {
    try {
      report(file, values.json === true);
    } catch (error) {
      if (!(error instanceof UnreadableError)) {
        throw error;
      }
      complain(error.message);
    }
  }
}

// A reader that ends early, as `head` does, is no error.
process.stdout.on('error', error => {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') {
    throw error;
  }
  process.exit();
});

main(process.argv.slice(2));
