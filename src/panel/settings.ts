import type { ISettingRegistry } from '@jupyterlab/settingregistry';

import type { Notebooks } from '../notebooks';
import type { Reruns } from '../rerun/run/reruns';
import type { CellMarks } from './marks/cell-marks';
import type { IncidentsModel, OpenOn } from './model';

const OPEN_ON: readonly OpenOn[] = ['recognised', 'every', 'never'];

/** Keep the page in line with the user's settings, now and later. */
export async function followSettings(
  registry: ISettingRegistry | null,
  id: string,
  model: IncidentsModel,
  marks: CellMarks,
  reruns: Reruns,
  notebooks: Notebooks
): Promise<void> {
  if (!registry) {
    notebooks.blackBox = true;
    notebooks.asksKernel = true;
    return;
  }
  try {
    const settings = await registry.load(id);
    const apply = () => {
      const wanted = settings.get('openOn').composite as OpenOn;
      model.openOn = OPEN_ON.includes(wanted) ? wanted : 'recognised';
      marks.isWanted = settings.get('markLines').composite !== false;
      reruns.environment = settings.get('rerunEnvironment').composite as Record<
        string,
        unknown
      >;
      notebooks.blackBox = settings.get('blackBox').composite !== false;
      notebooks.asksKernel = settings.get('askKernel').composite !== false;
    };
    settings.changed.connect(apply);
    apply();
  } catch (error) {
    console.error('torch-triage: the settings could not be read.', error);
  }
}
