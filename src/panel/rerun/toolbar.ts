import { ToolbarButton } from '@jupyterlab/apputils';
import type { NotebookPanel } from '@jupyterlab/notebook';
import type { TranslationBundle } from '@jupyterlab/translation';
import type { CommandRegistry } from '@lumino/commands';
import type { Widget } from '@lumino/widgets';

import type { Notebooks } from '../../notebook/notebooks';
import type { BlockingState } from '../../rerun/blocking';
import type { Reruns } from '../../rerun/reruns';
import { CommandIDs } from '../command-ids';

/** The item's name in the notebook's toolbar (schema/plugin.json). */
export const BLOCKING_ITEM = 'torch-triage-blocking';

/** Says that this notebook's kernel is slow on purpose, and ends it. */
class BlockingButton extends ToolbarButton {
  constructor(
    private readonly _state: BlockingState,
    commands: CommandRegistry,
    path: () => string,
    trans: TranslationBundle
  ) {
    super({
      label: trans.__('Blocking'),
      tooltip: trans.__(
        'This kernel runs with CUDA_LAUNCH_BLOCKING=1, which is slow. Press to restart it normally.'
      ),
      onClick: () =>
        void commands.execute(CommandIDs.restartNormally, { path: path() })
    });
    this.addClass('jp-TorchTriage-blocking');
    _state.changed.connect(this._show, this);
    this._show();
  }

  dispose(): void {
    this._state.changed.disconnect(this._show, this);
    super.dispose();
  }

  private _show(): void {
    this.setHidden(!this._state.isBlocking);
  }
}

/** Makes the toolbar item of each notebook. */
export function blockingItem(
  notebooks: Notebooks,
  reruns: Reruns,
  commands: CommandRegistry,
  trans: TranslationBundle
): (panel: NotebookPanel) => Widget {
  return panel =>
    new BlockingButton(
      reruns.blockingOf(notebooks.watch(panel)),
      commands,
      () => panel.context.path,
      trans
    );
}
