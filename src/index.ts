import {
  ILayoutRestorer,
  type JupyterFrontEnd,
  type JupyterFrontEndPlugin
} from '@jupyterlab/application';
import {
  ICommandPalette,
  ISessionContextDialogs,
  IToolbarWidgetRegistry,
  SessionContextDialogs
} from '@jupyterlab/apputils';
import { INotebookTracker } from '@jupyterlab/notebook';
import { ISettingRegistry } from '@jupyterlab/settingregistry';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';

import { Diagnoser } from './diagnoser/diagnoser';
import { Reader } from './diagnoser/reader';
import { startWorker } from './diagnoser/start-worker';
import { Edits } from './edit/edits';
import { KernelExits } from './kernel-death/exit-events';
import { Notebooks } from './notebooks';
import type { ReadProgram } from './notebook/watcher';
import { addCommands } from './panel/commands';
import { LookUpModel } from './panel/lookup-model';
import { CellMarks } from './panel/marks/cell-marks';
import { IncidentsModel } from './panel/model';
import { TriagePanel } from './panel/panel';
import { BLOCKING_ITEM, blockingItem } from './panel/rerun/toolbar';
import { followSettings } from './panel/settings';
import { Reruns } from './rerun/run/reruns';
import { kernelsKey } from './rerun/run/stored-kernels';
import { Rescues } from './rescue/rescues';

/** Failed cells, their diagnosis in the panel, the look-up and the re-run. */
const plugin: JupyterFrontEndPlugin<void> = {
  id: 'jupyterlab-torch-triage:plugin',
  description:
    'Says why a PyTorch cell failed or the kernel died, on which line, and what to change.',
  autoStart: true,
  requires: [INotebookTracker],
  optional: [
    ICommandPalette,
    ILayoutRestorer,
    ISessionContextDialogs,
    ISettingRegistry,
    IToolbarWidgetRegistry,
    ITranslator
  ],
  activate: async (
    app: JupyterFrontEnd,
    tracker: INotebookTracker,
    palette: ICommandPalette | null,
    restorer: ILayoutRestorer | null,
    sessionDialogs: ISessionContextDialogs | null,
    settings: ISettingRegistry | null,
    toolbars: IToolbarWidgetRegistry | null,
    translator: ITranslator | null
  ): Promise<void> => {
    const trans = (translator ?? nullTranslator).load(
      'jupyterlab_torch_triage'
    );
    const diagnoser = new Diagnoser(new Reader(startWorker));
    const exits = new KernelExits(app.serviceManager.events);
    const readProgram: ReadProgram = incident => diagnoser.program(incident);
    const notebooks = new Notebooks(tracker, exits, readProgram);
    const model = new IncidentsModel(notebooks, diagnoser);
    const loadKernels = async () => {
      const { OwnKernels } = await import('./rerun/run/own-kernels');
      return new OwnKernels(app.serviceManager);
    };
    const rescues = new Rescues();
    const reruns = new Reruns(incident => diagnoser.diagnose(incident), {
      failed: async (watcher, first, nature, aim) => {
        const { NotebookHost } = await import('./rerun/run/notebook-host');
        return new NotebookHost(
          watcher,
          first,
          nature,
          await loadKernels(),
          readProgram,
          aim
        );
      },
      lost: async (watcher, lost) => {
        const { ReplayHost } = await import('./rerun/run/replay-host');
        return new ReplayHost(watcher, lost, readProgram);
      },
      rescued: watcher => rescues.of(watcher)?.rescue ?? null
    });
    rescues.changed.connect(() =>
      reruns.of(notebooks.current)?.rerun.reconsider()
    );
    const edits = new Edits({
      diagnose: incident => diagnoser.diagnose(incident),
      readProgram
    });
    const marks = new CellMarks(notebooks, model, reruns, trans);
    const panel = new TriagePanel({
      model,
      lookUp: new LookUpModel(diagnoser, trans),
      notebooks,
      reruns,
      edits,
      rescues,
      commands: app.commands,
      trans
    });
    app.shell.add(panel, 'right', { rank: 900, type: 'Torch Triage' });
    restorer?.add(panel, panel.id);
    // Activating a panel of the side area shows it; the focus stays put.
    model.wanted.connect(() => app.shell.activateById(panel.id));
    addCommands({
      app,
      tracker,
      notebooks,
      reruns,
      edits,
      rescues,
      model,
      panel,
      diagnoser,
      palette,
      dialogs:
        sessionDialogs ??
        new SessionContextDialogs({ translator: translator ?? undefined }),
      trans
    });
    toolbars?.addFactory(
      'Notebook',
      BLOCKING_ITEM,
      blockingItem(notebooks, reruns, app.commands, trans)
    );
    void app.serviceManager.ready
      .then(async () => {
        // Rarely has a page left one behind.
        const { baseUrl } = app.serviceManager.serverSettings;
        if ((localStorage.getItem(kernelsKey(baseUrl)) ?? '[]') !== '[]') {
          await (await loadKernels()).sweep();
        }
      })
      // A browser that keeps nothing for pages has kept no kernel.
      .catch(() => undefined);
    // No notebook opens before: its kernel is to be asked at once, or never.
    await followSettings(settings, plugin.id, {
      model,
      marks,
      reruns,
      rescues,
      notebooks
    });
  }
};

export default plugin;
