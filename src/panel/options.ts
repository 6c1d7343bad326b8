import type { TranslationBundle } from '@jupyterlab/translation';
import type { CommandRegistry } from '@lumino/commands';

import type { Edits } from '../edit/edits';
import type { Notebooks } from '../notebooks';
import type { Rescues } from '../rescue/rescues';
import type { Reruns } from '../rerun/run/reruns';
import type { LookUpModel } from './lookup-model';
import type { IncidentsModel } from './model';

/** What the panel shows. */
export interface IPanelOptions {
  readonly model: IncidentsModel;
  readonly lookUp: LookUpModel;
  readonly notebooks: Notebooks;
  readonly reruns: Reruns;
  readonly edits: Edits;
  readonly rescues: Rescues;
  readonly commands: CommandRegistry;
  readonly trans: TranslationBundle;
}
