/** Whether a name holds a batch, as the visible code says. */
import type { IReading } from '../../incident/types';
import { printedShape, shapeOf } from './literal-shapes';
import { lastValue, uses, visibleCode } from './ran-code';

const LOADER =
  /\b(?:\w*loader|\w*dl|dls\.\w+|DataLoader\(.{0,80}\)|\w*batches)\b/i;

/** A loop over a loader, or its first batch, and the names it gives. */
function givesBatch(line: string): boolean {
  return (
    (/^\s*for\b/.test(line) && LOADER.test(line.split(/\bin\b/)[1] ?? '')) ||
    (/\bnext\(/.test(line) && LOADER.test(line)) ||
    /\bone_batch\(\)/.test(line)
  );
}

/**
 * Whether a name holds the batch of a loader, as the nearest line says that
 * gives it a value: `for x, y in loader`, `x, y = next(iter(loader))`.
 */
export function isBatch(name: string, reading: IReading, depth = 0): boolean {
  const { lines } = visibleCode(reading);
  const made = lines
    .filter(line => {
      const [left] = line.split(/\bin\b|=(?!=)/);
      return (/^\s*for\b/.test(line) || /=/.test(line)) && uses(name, left);
    })
    .pop();
  if (made === undefined) {
    return false;
  }
  if (givesBatch(made)) {
    return true;
  }
  // x = x.to(device), image = images.float(): the batch is still there.
  const value = lastValue(name, reading)?.value ?? '';
  const from =
    /^(?:Variable\()?(?<from>[a-z_]\w{0,40})(?:\)|\.(?:to|cuda|cpu|float|double|detach|clone|numpy|requires_grad_)\(|$)/i.exec(
      value
    )?.groups?.from;
  return (
    depth < 3 &&
    from !== undefined &&
    (from === name
      ? lines.some(
          line => /^\s*for\b/.test(line) && uses(name, line) && givesBatch(line)
        )
      : isBatch(from, reading, depth + 1))
  );
}

/** The number of dimensions of a name, where code or output tell it. */
export function dimensionsOf(
  name: string,
  reading: IReading
): number | undefined {
  return (printedShape(name, reading) ?? shapeOf(name, reading))?.length;
}
