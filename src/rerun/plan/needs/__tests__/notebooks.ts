import { readFileSync } from 'node:fs';
import * as path from 'node:path';

/** A notebook whose last cell fails, or is looked at. */
export interface INotebook {
  readonly name: string;
  readonly cells: readonly string[];
}

/** Read notebooks: `== name`, then cells with `%%` between them. */
export function notebooksOf(text: string): INotebook[] {
  return text
    .split(/^== /m)
    .slice(1)
    .map(part => {
      const [name] = part.split('\n', 1);
      const cells = part
        .slice(name.length + 1)
        .split(/^%%\n/m)
        .map(cell => cell.trimEnd());
      return { name, cells };
    });
}

/**
 * Notebooks of one kind: `notebooks`; `changes`, whose failed cell changes what
 * a rescue could bring back; or `training`.
 */
export function notebooks(root: string, kind: string): INotebook[] {
  const folder = 'src/rerun/plan/needs/__tests__';
  return notebooksOf(
    readFileSync(path.join(root, folder, `${kind}.txt`), 'utf8')
  );
}
