/**
 * What a diagnosis costs: `npm run bench`. Every number is measured in this
 * one run; ratios compare things measured side by side.
 */
import stripAnsi from 'strip-ansi';

import { loadCore } from '../core.mjs';
import { readReports } from '../reports.mjs';

const MB = 1_000_000;

const ASSERTION =
  '../aten/src/ATen/native/cuda/Loss.cu:250: nll_loss_forward: block: [0,0,0], thread: [3,0,0] Assertion `t >= 0 && t < n_classes` failed.';

const TRACEBACK = [
  'Traceback (most recent call last):',
  '  File "train.py", line 42, in <module>',
  '    loss.backward()',
  'RuntimeError: CUDA error: device-side assert triggered'
].join('\n');

/** A line of a training's log, by the style of its printer. */
const STYLES = {
  coloured: step =>
    `\u001b[32m2026-01-01 12:00:${step % 60}\u001b[0m | \u001b[1mINFO\u001b[0m | Epoch ${step % 90} step ${step} loss ${Math.sin(step).toFixed(4)}\n`,
  'progress bar': step =>
    `\rEpoch ${step % 90}: ${step % 100}%|█████▎    | ${step}/10000 [00:12<01:02, 53.2it/s, loss=${Math.sin(step).toFixed(4)}]`,
  plain: step =>
    `2026-01-01 12:00:${step % 60} INFO train.py: Epoch ${step % 90} step ${step} loss ${Math.sin(step).toFixed(4)} lr 0.001\n`
};

/** A log of `size` units with an assertion in its middle, failing at its end. */
function makeLog(style, size) {
  const lines = [];
  let length = 0;
  let asserted = false;
  for (let step = 0; length < size; step++) {
    if (!asserted && length > size / 2) {
      lines.push(`\n${ASSERTION}\n`);
      asserted = true;
    }
    const line = STYLES[style](step);
    lines.push(line);
    length += line.length;
  }
  return Buffer.from(`${lines.join('')}\n${TRACEBACK}\n`).toString();
}

/** A call of a few milliseconds is repeated until so many have passed. */
const ENOUGH = 30;

/** Milliseconds a call. */
function time(call) {
  const start = performance.now();
  for (let calls = 1; ; calls++) {
    call();
    const passed = performance.now() - start;
    if (passed >= ENOUGH) {
      return passed / calls;
    }
  }
}

/** The median of `values`. */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** The median time of several calls, in milliseconds. */
function typical(call, rounds = 5) {
  return median(Array.from({ length: rounds }, () => time(call)));
}

const { catalogue, cellIncident, textIncident, diagnose } = await loadCore();
const recognise = text => diagnose(textIncident(text), catalogue);

const { reports, source } = readReports();
const incidents = reports.map(report => cellIncident(report));
incidents.forEach(incident => diagnose(incident, catalogue));
const times = incidents.map(incident =>
  typical(() => diagnose(incident, catalogue), 3)
);
console.log(
  `${catalogue.length} entries, ${reports.length} reports (${source}): median ${median(times).toFixed(2)} ms, worst ${Math.max(...times).toFixed(2)} ms`
);

for (const style of Object.keys(STYLES)) {
  const log = makeLog(style, 50 * MB);
  const found = recognise(log)[0]?.id;
  // In turn, so that both meet the same state of memory and compiler.
  const rounds = Array.from({ length: 9 }, () => [
    time(() => recognise(log)),
    time(() => stripAnsi(log))
  ]);
  const ours = median(rounds.map(([first]) => first));
  const strip = median(rounds.map(([, second]) => second));
  console.log(
    `50 MB, ${style}: ${ours.toFixed(0)} ms, strip-ansi ${strip.toFixed(0)} ms, ratio ${(ours / strip).toFixed(2)} (finds ${found})`
  );
}

for (const style of Object.keys(STYLES)) {
  const small = makeLog(style, MB);
  const large = makeLog(style, 16 * MB);
  const growth =
    typical(() => recognise(large), 9) / typical(() => recognise(small), 9);
  console.log(`1 MB to 16 MB, ${style}: ${growth.toFixed(1)} times the time`);
}
