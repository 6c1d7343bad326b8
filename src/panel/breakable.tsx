import * as React from 'react';

/** After these a long name may go on in the next line. */
const BREAKS = /(?<=[_.=/(,[])(?=\w)/;

/**
 * A text whose long names break where a reader would break them, not at the
 * last letter that fits: `CUDA_LAUNCH_` over `BLOCKING=1`.
 */
export function Breakable({ text }: { text: string }): JSX.Element {
  return (
    <>
      {text.split(BREAKS).map((part, at) => (
        <React.Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </React.Fragment>
      ))}
    </>
  );
}
