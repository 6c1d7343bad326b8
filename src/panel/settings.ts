import type { ISettingRegistry } from '@jupyterlab/settingregistry';

import type { Reruns } from '../rerun/reruns';
import type { IncidentsModel, OpenOn } from './model';

const OPEN_ON: readonly OpenOn[] = ['recognised', 'every', 'never'];

/** Keep the models in line with the user's settings, now and later. */
export async function followSettings(
  registry: ISettingRegistry | null,
  id: string,
  model: IncidentsModel,
  reruns: Reruns
): Promise<void> {
  if (!registry) {
    return;
  }
  try {
    const settings = await registry.load(id);
    const apply = () => {
      const wanted = settings.get('openOn').composite as OpenOn;
      model.openOn = OPEN_ON.includes(wanted) ? wanted : 'recognised';
      reruns.environment = settings.get('rerunEnvironment').composite as Record<
        string,
        unknown
      >;
    };
    settings.changed.connect(apply);
    apply();
  } catch (error) {
    console.error('torch-triage: the settings could not be read.', error);
  }
}
