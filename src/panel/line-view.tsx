import type { TranslationBundle } from '@jupyterlab/translation';
import * as React from 'react';

import type { ILineFacts } from '../incident/live-line';
import { valueText } from '../incident/told-values';
import { Breakable } from './breakable';

/** What was at hand at the line above: the call that failed, and the variables. */
export function LineView(props: {
  line: ILineFacts;
  trans: TranslationBundle;
}): JSX.Element {
  const { line, trans } = props;
  const { called, values } = line;
  return (
    <section className="jp-TorchTriage-machine" data-facts="line">
      {called && (
        <p>
          <Breakable
            text={trans.__(
              'It called %1 of %2 %3.',
              called.function,
              called.package,
              called.version
            )}
          />
        </p>
      )}
      {values.length > 0 && (
        <table className="jp-TorchTriage-table">
          <caption>{trans.__('Variables of that line')}</caption>
          <thead>
            <tr>
              <th scope="col">{trans.__('Variable')}</th>
              <th scope="col">{trans.__('What it is')}</th>
            </tr>
          </thead>
          <tbody>
            {values.map(value => (
              <tr key={value.name} data-variable={value.name}>
                <th scope="row">
                  <Breakable text={value.name} />
                </th>
                <td>
                  <Breakable text={valueText(value)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
