import type { TranslationBundle } from '@jupyterlab/translation';
import type { CommandRegistry } from '@lumino/commands';
import * as React from 'react';

import { clashOf, fittingOf } from '../../diagnosis/tensor-clash';
import type { IFinding } from '../../diagnosis/types';
import type { IOrigin, ITensor, ITensorTable } from '../../incident/tensors';
import type { INotebookCell } from '../../notebook/types';
import { Breakable } from '../breakable';
import { CommandIDs } from '../command-ids';
import type { IncidentsModel } from '../model';
import { LayersView } from './layers';
import { clashWords, fittingWords, nameOf, placesOf, whatOf } from './words';

interface ITensorsProps {
  readonly finding: IFinding;
  readonly table: ITensorTable;
  /** The cell that failed. */
  readonly cellId: string;
  readonly cells: readonly INotebookCell[];
  readonly model: IncidentsModel;
  readonly commands: CommandRegistry;
  readonly trans: TranslationBundle;
}

function Rows(props: {
  tensors: readonly ITensor[];
  trans: TranslationBundle;
}): JSX.Element {
  const { tensors, trans } = props;
  return (
    <table className="jp-TorchTriage-table">
      <thead>
        <tr>
          <th scope="col">{trans.__('Tensor')}</th>
          <th scope="col">{trans.__('What it is')}</th>
          <th scope="col">{trans.__('Device')}</th>
        </tr>
      </thead>
      <tbody>
        {tensors.map((tensor, at) => (
          <tr key={at} data-tensor={nameOf(tensor)}>
            <th scope="row">
              {placesOf(tensor, trans).map(place => (
                <div key={place}>
                  <Breakable text={place} />
                </div>
              ))}
            </th>
            <td>{whatOf(tensor, trans)}</td>
            <td>{tensor.device}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Code without what may be written in several ways. */
function bare(code: string): string {
  return code.replace(/[\s"'()]/g, '');
}

/** The cell that still has the line which gave a variable its value, or null. */
function cellOf(
  { input, line, code }: IOrigin,
  { cells, cellId }: ITensorsProps
): INotebookCell | null {
  const found = cells.filter(cell =>
    input === null ? cell.id === cellId : cell.executionCount === input
  );
  const written = bare(found[0]?.source.split('\n')[line - 1] ?? '');
  const isThere =
    found.length === 1 &&
    code !== null &&
    written !== '' &&
    bare(code).startsWith(written);
  return isThere ? found[0] : null;
}

/** Where a variable got the value that it has. */
function Origin(props: ITensorsProps & { origin: IOrigin }): JSX.Element {
  const { origin, model, commands, trans } = props;
  const { name, line, input, code } = origin;
  const cell = cellOf(origin, props);
  const words =
    input === null
      ? trans.__('%1 got its value in line %2', name, line)
      : trans.__('%1 got its value in [%2], line %3', name, input, line);
  return (
    <li data-origin={name}>
      {cell ? (
        <button
          className="jp-TorchTriage-link"
          onClick={() =>
            void commands.execute(CommandIDs.goToCell, {
              cellId: cell.id,
              line
            })
          }
        >
          {cell.executionCount === null
            ? words
            : trans.__(
                '%1 got its value in Cell %2, line %3',
                name,
                model.labelOf({
                  cellId: cell.id,
                  executionCount: cell.executionCount
                }),
                line
              )}
        </button>
      ) : (
        words
      )}
      {code !== null && <pre tabIndex={0}>{code}</pre>}
    </li>
  );
}

/** What does not go together, in a sentence beside the cause. */
export function ClashView(
  props: Pick<ITensorsProps, 'finding' | 'table' | 'trans'>
): JSX.Element | null {
  const { finding, table, trans } = props;
  const clash = clashOf(finding, table);
  if (clash === null) {
    return null;
  }
  const fitting = fittingOf(clash, table);
  const words = [
    clashWords(clash, trans),
    ...(fitting.length > 0 ? [fittingWords(fitting, trans)] : [])
  ];
  return (
    <p data-clash={clash.kind}>
      <Breakable text={words.join(' ')} />
    </p>
  );
}

/** The tensors of the call that failed, those that do not go together first. */
export function TensorsView(props: ITensorsProps): JSX.Element {
  const { finding, table, trans } = props;
  const clash = clashOf(finding, table);
  const first = clash ? [clash.one, clash.other] : [];
  const tensors = [
    ...first,
    ...table.tensors.filter(each => !first.includes(each))
  ];
  const origins = tensors.flatMap(({ origin }) => origin ?? []);
  const numbers = table.numbers.map(({ name, value }) => `${name} = ${value}`);
  return (
    <section className="jp-TorchTriage-machine" data-tensors>
      {table.layers && <LayersView layers={table.layers} trans={trans} />}
      <details>
        <summary>{trans.__('Tensors of the failed call')}</summary>
        <Rows tensors={tensors} trans={trans} />
        {table.more > 0 && (
          <p>
            {trans._n(
              '%1 more tensor is there.',
              '%1 more tensors are there.',
              table.more
            )}
          </p>
        )}
        {numbers.length > 0 && (
          <p>{trans.__('Numbers beside them: %1', numbers.join(', '))}</p>
        )}
        {origins.length > 0 && (
          <ul>
            {origins.map(origin => (
              <Origin key={origin.name} {...props} origin={origin} />
            ))}
          </ul>
        )}
      </details>
    </section>
  );
}
