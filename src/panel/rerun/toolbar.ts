import { ToolbarButton } from '@jupyterlab/apputils';
import type { NotebookPanel } from '@jupyterlab/notebook';
import type { TranslationBundle } from '@jupyterlab/translation';
import type { CommandRegistry } from '@lumino/commands';
import { MessageLoop } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';

import type { Notebooks } from '../../notebooks';
import type { BlockingState } from '../../rerun/run/blocking';
import type { Reruns } from '../../rerun/run/reruns';
import { CommandIDs } from '../command-ids';

/**
 * The item's name in the notebook's toolbar. It stands first there
 * (schema/plugin.json): a toolbar that is too narrow, as beside our panel,
 * hides items from the right.
 */
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
      label: trans.__('Blocking (slow)'),
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
    const toolbar = this.parent;
    if (toolbar) {
      // A toolbar measures its items, and moves those without room into its
      // popup, only when it is resized.
      const { offsetWidth, offsetHeight } = toolbar.node;
      MessageLoop.postMessage(
        toolbar,
        new Widget.ResizeMessage(offsetWidth, offsetHeight)
      );
    }
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
