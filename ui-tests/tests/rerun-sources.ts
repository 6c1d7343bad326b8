/** Cells of the re-run's tests: the late error of `examples/`, and errors that need no torch. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';

const EXAMPLES = path.resolve(__dirname, '..', '..', 'examples');

/** The stand-in for a device that fails late. */
export const DEVICE = readFileSync(
  path.join(EXAMPLES, 'async_device.py'),
  'utf8'
);

/** The cells of `examples/late-error.ipynb`, the last of which fails late. */
export const LATE: readonly string[] = JSON.parse(
  readFileSync(path.join(EXAMPLES, 'late-error.ipynb'), 'utf8')
)
  .cells.filter((cell: any) => cell.cell_type === 'code')
  .map((cell: any) => cell.source.join(''));

/** The line of the last cell that is reported, and the one that fails. */
const LATE_LINES = LATE[LATE.length - 1].split('\n');
export const REPORTED = LATE_LINES.findIndex(line => /item\(\)/.test(line)) + 1;
export const TRUE =
  LATE_LINES.findIndex(line => /cross_entropy\(/.test(line)) + 1;

/**
 * Without torch, for the cases that are about kernels: `blocking` tells the
 * cells of a test whether they are run again.
 */
export const SETUP = [
  'import os, signal, time',
  'blocking = os.environ.get("CUDA_LAUNCH_BLOCKING") == "1"',
  'class AcceleratorError(RuntimeError): pass'
].join('\n');

/** A sticky error; `condition` says when. */
export function sticky(condition = 'True'): string {
  return `if ${condition}:\n    raise AcceleratorError("CUDA error: device-side assert triggered")`;
}

/** The first line that a device prints when it finds a bad label. */
const ASSERTION =
  '../x/Loss.cu:250: nll_loss_forward: block: [0,0,0], thread: [3,0,0] Assertion `t >= 0 && t < n_classes` failed.';

/**
 * A cell without torch or a device: reported at its last line, and at line 3
 * with blocking launches.
 */
export const PRINTED_LATE = [
  'import os',
  `os.write(2, b'${ASSERTION}\\n')`,
  "if 'CUDA_LAUNCH_BLOCKING' in os.environ: raise RuntimeError('CUDA error: device-side assert triggered')",
  'x = 1',
  "raise RuntimeError('CUDA error: device-side assert triggered')"
].join('\n');

/** The text of a notebook; a cell is its source, or what differs from an empty one. */
export function notebookOf(
  sources: readonly (string | object)[],
  kernel: string
): string {
  const cells = sources.map((source, at) => ({
    cell_type: 'code',
    id: `cell-${at}`,
    metadata: {},
    execution_count: null,
    outputs: [],
    ...(typeof source === 'string' ? { source } : source)
  }));
  return JSON.stringify({
    cells,
    metadata: {
      kernelspec: { name: kernel, display_name: kernel, language: 'python' },
      language_info: { name: 'python' }
    },
    nbformat: 4,
    nbformat_minor: 5
  });
}
