import type { JupyterFrontEnd } from '@jupyterlab/application';
import type {
  ICommandPalette,
  ISessionContextDialogs
} from '@jupyterlab/apputils';
import type { INotebookTracker } from '@jupyterlab/notebook';
import type { TranslationBundle } from '@jupyterlab/translation';

import type { Diagnoser } from '../diagnoser/diagnoser';
import type { Edits } from '../edit/edits';
import type { Notebooks } from '../notebooks';
import type { Rescues } from '../rescue/rescues';
import type { Reruns } from '../rerun/run/reruns';
import type { IncidentsModel } from './model';
import type { TriagePanel } from './panel';

/** What the commands act on. */
export interface ICommandContext {
  readonly app: JupyterFrontEnd;
  readonly tracker: INotebookTracker;
  readonly notebooks: Notebooks;
  readonly reruns: Reruns;
  readonly edits: Edits;
  readonly rescues: Rescues;
  readonly model: IncidentsModel;
  readonly panel: TriagePanel;
  readonly diagnoser: Diagnoser;
  readonly palette: ICommandPalette | null;
  readonly dialogs: ISessionContextDialogs;
  readonly trans: TranslationBundle;
}
