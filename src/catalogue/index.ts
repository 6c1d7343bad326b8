import type { IEntry } from '../diagnosis/types';

import { compile } from './compile';
import { cuda } from './cuda';
import { dataloader } from './dataloader';
import { exporting } from './export';
import { kernel } from './kernel';
import { model } from './model';
import { parallel } from './parallel';
import { python } from './python';
import { tensor } from './tensor';
import { topic } from './topic';
import { version } from './version';

/** Everything we know, a family after the other. */
export const catalogue: readonly IEntry[] = [
  ...cuda,
  ...dataloader,
  ...kernel,
  ...tensor,
  ...model,
  ...parallel,
  ...compile,
  ...exporting,
  ...version,
  ...python,
  ...topic
];
