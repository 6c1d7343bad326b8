/** `num_classes=9`, `num_labels = 9` … */
const CLASSES =
  /\b(?:num_classes|n_classes|num_labels|nb_classes|num_class|n_class|out_features) ?= ?(\d{1,9})\b/gi;

/** `nn.Linear(128, 9)`. */
const LINEAR = /\bLinear\([^(),]{1,80}, ?(\d{1,9})\b/g;

function numbers(code: string, pattern: RegExp): Set<number> {
  return new Set(Array.from(code.matchAll(pattern), match => Number(match[1])));
}

/**
 * The number of outputs that the code gives the model, where the code leaves
 * no doubt: a layer with more outputs than `label` would have taken it.
 *
 * @param code - source of the cell and of the frames
 * @param label - the class label that was refused
 */
export function outputsIn(code: string, label: number): string | undefined {
  for (const pattern of [CLASSES, LINEAR]) {
    const possible = [...numbers(code, pattern)].filter(
      outputs => label < 0 || outputs <= label
    );
    if (possible.length > 0) {
      return possible.length === 1 ? String(possible[0]) : undefined;
    }
  }
  return undefined;
}
