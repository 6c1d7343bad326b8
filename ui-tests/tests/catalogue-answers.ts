import * as fs from 'fs';
import * as path from 'path';

const PAGE = path.resolve(__dirname, '..', '..', 'docs', 'by-error-text.md');

/** The error texts that the catalogue answers to, as its documents list them. */
export function catalogueAnswers(): string[] {
  return fs
    .readFileSync(PAGE, 'utf8')
    .split('\n')
    .flatMap(line => /^- `{1,3} ?(.+?) ?`{1,3}/.exec(line)?.[1] ?? []);
}
