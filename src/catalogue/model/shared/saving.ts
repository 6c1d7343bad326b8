import type { IReading } from '../../../diagnosis/types';

/** Files through which an object is sent to another process. */
const SENT =
  /dataloader\.py$|popen_\w{1,20}\.py$|spawn\.py$|reduction\.py$|joblib|cloudpickle/;

/** Whether the error came out of `torch.save`, or the cell calls just that. */
export function inSave(reading: IReading): boolean {
  const frames = reading.exceptions.flatMap(one => one.frames);
  if (frames.some(({ file }) => SENT.test(file))) {
    return false;
  }
  return (
    frames.some(
      ({ file, func }) => /serialization\.py$/.test(file) && /save/.test(func)
    ) ||
    (/\btorch\.save\(/.test(reading.code) &&
      !reading.mentions('num_workers') &&
      !reading.mentions('multiprocessing'))
  );
}
