import type { Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';

/** `os.environ['CUDA_VISIBLE_DEVICES'] = '3'`, `%env CUDA_VISIBLE_DEVICES=3`. */
const SET =
  /CUDA_VISIBLE_DEVICES['"]?\]? ?[=,] ?(?:['"](?<quoted>[\w ,/-]{0,80})['"]|(?<bare>-?\d[\d,]{0,60}))/;

/** The GPUs the code asks for by number. */
const ASKED =
  /(?:cuda:|\.cuda\(|set_device\(|device_ids ?= ?\[(?:\d{1,3}, ?){0,15}|gpu_id ?= ?)(?<device>\d{1,3})\b/g;

/** `visible`: what the cell or the quoted code sets CUDA_VISIBLE_DEVICES to. */
export function readVisibleDevices(reading: IReading): Values {
  const set = SET.exec(reading.code)?.groups;
  return { visible: set?.quoted ?? set?.bare };
}

/** `device`: the highest number of a GPU that the code names. */
export function readAskedDevice(reading: IReading): Values {
  const asked = [...reading.code.matchAll(ASKED)].map(match =>
    Number(match.groups?.device)
  );
  return asked.length === 0 ? {} : { device: String(Math.max(...asked)) };
}

/** Whether the text itself says that there are GPUs (Ultralytics does). */
export function countsGpus({ exceptions, log }: IReading): boolean {
  return [log, ...exceptions.map(one => one.message)].some(text =>
    /torch\.cuda\.device_count\(\): [1-9]/.test(text)
  );
}
