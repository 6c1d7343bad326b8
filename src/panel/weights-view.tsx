import type { TranslationBundle } from '@jupyterlab/translation';
import * as React from 'react';

import type { IFinding } from '../diagnosis/types';
import type { IWeightRow, IWeights } from '../incident/weights';
import { Breakable } from './breakable';

/** Entries on what `load_state_dict` refuses. */
const OF_KEYS =
  /^(?:model\/(?:state-dict-|batches-tracked$|whole-checkpoint$)|parallel\/sharded-parameter$)/;

/** Whether a card shows with this finding the keys of model and checkpoint. */
export function showsWeights({ id }: IFinding): boolean {
  return OF_KEYS.test(id);
}

/** A key with its sizes; a dash where that side has none. */
function Side(props: {
  name: string | null;
  shape: readonly number[] | null;
}): JSX.Element {
  const { name, shape } = props;
  const sizes = shape === null ? '' : ` [${shape.join(', ')}]`;
  return (
    <td>
      <Breakable text={name === null ? '–' : `${name}${sizes}`} />
    </td>
  );
}

function keyOf({ model, checkpoint }: IWeightRow): string {
  return `${model} ${checkpoint}`;
}

/** The keys of a model and of a checkpoint that do not fit, beside each other. */
export function WeightsView(props: {
  weights: IWeights;
  trans: TranslationBundle;
}): JSX.Element {
  const { weights, trans } = props;
  const { model, own, given, common, rows, more } = weights;
  return (
    <section className="jp-TorchTriage-machine" data-facts="weights">
      <h4>{trans.__('Keys')}</h4>
      <p>
        {trans.__(
          '%1 has %2 keys, the checkpoint %3; %4 stand in both.',
          model,
          own,
          given,
          common
        )}
      </p>
      <table className="jp-TorchTriage-table">
        <caption>{trans.__('What does not fit')}</caption>
        <thead>
          <tr>
            <th scope="col">{trans.__('Model')}</th>
            <th scope="col">{trans.__('Checkpoint')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr
              key={keyOf(row)}
              data-weight={row.model ?? row.checkpoint ?? ''}
            >
              <Side name={row.model} shape={row.modelShape} />
              <Side name={row.checkpoint} shape={row.checkpointShape} />
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p>{trans._n('%1 more', '%1 more', more)}</p>}
    </section>
  );
}
