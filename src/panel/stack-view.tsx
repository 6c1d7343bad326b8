import type { TranslationBundle } from '@jupyterlab/translation';
import * as React from 'react';

import type { IFinding } from '../diagnosis/types';
import type { IGpu, IStack } from '../incident/stack';
import { Breakable } from './breakable';

/** Entries that turn on builds and versions. */
const FAMILIES = /^(?:cuda|version)\//;

/** Entries in which torch's GPU has a part. */
const OF_GPU = /^cuda\//;

/** Whether a card shows with this finding what the program stands on. */
export function showsStack({ id }: IFinding): boolean {
  return FAMILIES.test(id);
}

function buildWords(
  { torch, cuda, hip, architectures }: IStack,
  trans: TranslationBundle
): string[] {
  if (torch === null) {
    return [];
  }
  const build = cuda
    ? trans.__('torch %1, built for CUDA %2', torch, cuda)
    : hip
      ? trans.__('torch %1, built for ROCm %2', torch, hip)
      : trans.__('torch %1, built for the CPU', torch);
  const [oldest] = architectures;
  const newest = architectures[architectures.length - 1];
  return oldest === undefined
    ? [build]
    : [
        build,
        trans.__('It holds code for capabilities %1 to %2', oldest, newest)
      ];
}

function gpuWords(
  { name, capability }: IGpu,
  trans: TranslationBundle
): string {
  return capability === null
    ? trans.__('GPU: %1', name)
    : trans.__('GPU: %1, capability %2', name, capability);
}

/** The build of torch, the driver, the GPUs: beside a finding that turns on them. */
export function StackView(props: {
  finding: IFinding;
  stack: IStack;
  trans: TranslationBundle;
}): JSX.Element {
  const { finding, stack, trans } = props;
  const { driver, gpus, visible, packages } = stack;
  const isOfGpu = OF_GPU.test(finding.id);
  const others = Object.entries(packages).filter(([name]) => name !== 'torch');
  const words = [
    ...buildWords(stack, trans),
    ...(isOfGpu && driver !== null ? [trans.__('Driver %1', driver)] : []),
    ...(isOfGpu ? gpus.map(gpu => gpuWords(gpu, trans)) : []),
    ...(isOfGpu && visible !== null
      ? [trans.__('CUDA_VISIBLE_DEVICES is “%1”', visible)]
      : []),
    ...others.map(([name, version]) => `${name} ${version}`)
  ];
  return (
    <section className="jp-TorchTriage-machine" data-facts="stack">
      <h4>{trans.__('In this kernel')}</h4>
      <ul>
        {[...new Set(words)].map(each => (
          <li key={each}>
            <Breakable text={each} />
          </li>
        ))}
      </ul>
    </section>
  );
}
