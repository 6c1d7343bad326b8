import type { TranslationBundle } from '@jupyterlab/translation';
import * as React from 'react';

import type { ILayers } from '../../incident/tensors';
import { Breakable } from '../breakable';

/** What each layer of the `Sequential` that failed got and gave. */
export function LayersView(props: {
  readonly layers: ILayers;
  readonly trans: TranslationBundle;
}): JSX.Element {
  const { layers, trans } = props;
  const { name, rows, more } = layers;
  return (
    <table className="jp-TorchTriage-table" data-layers={name}>
      <caption>
        {more > 0
          ? trans._n(
              'The layers of %2, after %1 before them',
              'The layers of %2, after %1 before them',
              more,
              name
            )
          : trans.__('The layers of %1, up to the one that failed', name)}
      </caption>
      <thead>
        <tr>
          <th scope="col">{trans.__('Layer')}</th>
          <th scope="col">{trans.__('Gets')}</th>
          <th scope="col">{trans.__('Gives')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name: place, kind, gets, gives }, at) => (
          <tr key={at} data-layer={place}>
            <th scope="row">
              <Breakable text={`${place} ${kind}`} />
            </th>
            <td>
              <Breakable text={gets} />
            </td>
            <td>
              {gives === null ? trans.__('fails') : <Breakable text={gives} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
