import type { IReading } from '../../../incident/types';

/** Whether torch's own import failed, perhaps in the ctypes that it calls. */
export function importsTorch({ exceptions }: IReading): boolean {
  return exceptions.some(({ frames }) => {
    const files = frames
      .map(({ file }) => file)
      .filter(file => !/[\\/]ctypes[\\/]__init__\.py$/.test(file));
    return /[\\/]torch[\\/]__init__\.py$/.test(files[files.length - 1] ?? '');
  });
}
