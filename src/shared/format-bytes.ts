const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Bytes for people: `15.8 GiB`, `512 KiB`, `0 B`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit > 0 && value < 100 ? 1 : 0;
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}
