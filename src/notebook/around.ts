/** What the cells of a notebook tell of a failure; apart from the watcher, as only a failure needs it. */
import type { ICodeCellModel } from '@jupyterlab/cells';

import { withCells } from '../diagnosis/saved-cells';
import { importLines, withImports } from '../incident/import-lines';
import { asText } from '../incident/incident';
import type { ISavedCell } from '../incident/saved';
import { printedText, shownTexts } from '../incident/shown-texts';
import type { IIncident } from '../incident/types';
import { hasErrorOutput, outputsOf } from './outputs';
import type { NotebookWatcher } from './watcher';

/** What all failures have in common that are read of the same cells. */
interface IAround {
  readonly cells: readonly (ISavedCell & { readonly id: string })[];
  readonly imports: string;
  readonly indices: ReadonlyMap<string, number>;
}

/** What a cell printed or gave as text, without copying its outputs. */
function textsOf({ outputs }: ICodeCellModel): string[] {
  const texts: string[] = [];
  for (let at = 0; at < outputs.length; at++) {
    const { streamText: printed, data } = outputs.get(at);
    texts.push(printed?.text ?? asText(data['text/plain']));
  }
  return texts;
}

const known = new WeakMap<readonly ICodeCellModel[], IAround>();

function aroundIn(
  all: readonly ICodeCellModel[],
  watcher: NotebookWatcher
): IAround {
  const before = known.get(all);
  if (before) {
    return before;
  }
  const models = all.filter(({ isDisposed }) => !isDisposed);
  const cells = models
    .map(model => ({
      id: model.id,
      position: watcher.indexOf(model.id) + 1,
      executionCount: model.executionCount ?? null,
      hasFailed: hasErrorOutput(model),
      source: model.sharedModel.getSource(),
      ...(hasErrorOutput(model)
        ? shownTexts(outputsOf(model))
        : printedText(textsOf(model)))
    }))
    .sort((a, b) => a.position - b.position);
  const around: IAround = {
    cells,
    imports: importLines(cells.map(({ source }) => source)),
    indices: new Map(cells.map(({ id }, at) => [id, at]))
  };
  known.set(all, around);
  return around;
}

/**
 * A failure with what its notebook imports and the cells around it; one that was
 * found in the file with what they tell of a name, too.
 *
 * @param all - the notebook's code cells; the same list for all failures that
 *   are read of them as they stand
 */
export function withNotebook(
  incident: IIncident,
  watcher: NotebookWatcher,
  all: readonly ICodeCellModel[],
  { id }: ICodeCellModel,
  isFound: boolean
): IIncident {
  const { cells, imports, indices } = aroundIn(all, watcher);
  return withCells(
    withImports(incident, imports),
    cells,
    indices.get(id) ?? -1,
    isFound
  );
}
