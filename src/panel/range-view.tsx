import type { TranslationBundle } from '@jupyterlab/translation';
import * as React from 'react';

import {
  namedValueOf,
  sidesOf,
  valueRangeOf,
  type IValueRange
} from '../diagnosis/value-range';
import type { IFinding } from '../diagnosis/types';

/** The same as the picture, for those who do not see it. */
function rangeText(range: IValueRange, trans: TranslationBundle): string {
  const { low, high, found, count } = range;
  return count
    ? trans.__(
        'Allowed: %1 … %2. Found outside: %3 (%4 of %5).',
        low,
        high,
        found.join(', '),
        ...count
      )
    : trans.__('Allowed: %1 … %2. Found: %3.', low, high, found.join(', '));
}

/** Values outside of the range, on the side where they are. */
function Outside({ values }: { values: readonly string[] }): JSX.Element {
  return (
    <span className="jp-TorchTriage-outside">
      {values.map(value => (
        <span key={value}>{value}</span>
      ))}
    </span>
  );
}

/** The allowed range with the values found beside it, on one line. */
function RangePicture({
  range,
  trans
}: {
  range: IValueRange;
  trans: TranslationBundle;
}): JSX.Element {
  const { low, high } = range;
  const { below, above } = sidesOf(range);
  return (
    <>
      <div className="jp-TorchTriage-range" aria-hidden="true">
        <Outside values={below} />
        <span className="jp-TorchTriage-allowed">
          <span>{low}</span>
          <span>{high}</span>
        </span>
        <Outside values={above} />
      </div>
      <p className="jp-TorchTriage-detail">{rangeText(range, trans)}</p>
    </>
  );
}

/** The value that a finding names, and the range that it is outside of. */
export function RangeView({
  finding,
  trans
}: {
  finding: IFinding;
  trans: TranslationBundle;
}): JSX.Element | null {
  const named = namedValueOf(finding);
  const range = valueRangeOf(finding);
  if (named === null && range === null) {
    return null;
  }
  return (
    <div
      data-named-value={named ?? undefined}
      data-value-range={range ? `${range.low} ${range.high}` : undefined}
    >
      {named && (
        <p>
          <code>{named}</code>
        </p>
      )}
      {range && <RangePicture range={range} trans={trans} />}
    </div>
  );
}
