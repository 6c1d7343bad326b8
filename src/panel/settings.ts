import type { ISettingRegistry } from '@jupyterlab/settingregistry';

import type { Notebooks } from '../notebooks';
import type { Rescues } from '../rescue/rescues';
import type { Reruns } from '../rerun/run/reruns';
import type { CellMarks } from './marks/cell-marks';
import type { IncidentsModel, OpenOn } from './model';

const OPEN_ON: readonly OpenOn[] = ['recognised', 'every', 'never'];

/** What has settings. */
export interface ISettable {
  readonly model: IncidentsModel;
  readonly marks: CellMarks;
  readonly reruns: Reruns;
  readonly rescues: Rescues;
  readonly notebooks: Notebooks;
}

/** Keep the page in line with the user's settings, now and later. */
export async function followSettings(
  registry: ISettingRegistry | null,
  id: string,
  { model, marks, reruns, rescues, notebooks }: ISettable
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
      rescues.limits = {
        seconds: settings.get('rescueSeconds').composite as number,
        bytes: (settings.get('rescueGiB').composite as number) * 2 ** 30
      };
      notebooks.blackBox = settings.get('blackBox').composite !== false;
      notebooks.asksKernel = settings.get('askKernel').composite !== false;
    };
    settings.changed.connect(apply);
    apply();
  } catch (error) {
    console.error('torch-triage: the settings could not be read.', error);
  }
}
