import type { TranslationBundle } from '@jupyterlab/translation';
import * as React from 'react';

import { readyBytes, type ILoader, type IMachine } from '../incident/machine';
import { formatBytes } from '../shared/format-bytes';

/** How much of a limit is used: the text says it, the bar shows it. */
export function UsageBar(props: {
  label: string;
  used: number;
  limit: number;
  trans: TranslationBundle;
}): JSX.Element {
  const { label, used, limit, trans } = props;
  const share = limit > 0 ? Math.min(1, used / limit) : 0;
  return (
    <div className="jp-TorchTriage-usage">
      <span>
        {trans.__(
          '%1: %2 of %3 used (%4%)',
          label,
          formatBytes(used),
          formatBytes(limit),
          Math.round(share * 100)
        )}
      </span>
      <div
        className={`jp-TorchTriage-bar${share >= 0.9 ? ' jp-mod-full' : ''}`}
        aria-hidden="true"
      >
        <div style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}

/** What the data set is, and its length where it is known without running it. */
function datasetWords(
  { dataset }: ILoader,
  trans: TranslationBundle
): string[] {
  if (dataset === null) {
    return [];
  }
  return [
    dataset.length === null
      ? trans.__('The data set is a %1', dataset.type)
      : trans._n(
          'The data set is a %2 of %1 sample',
          'The data set is a %2 of %1 samples',
          dataset.length,
          dataset.type
        )
  ];
}

function loaderWords(machine: IMachine, trans: TranslationBundle): string[] {
  const { loader, limits, sharedUsed } = machine;
  if (!loader) {
    return [];
  }
  const words = [
    ...datasetWords(loader, trans),
    limits.cpus === null
      ? trans.__('num_workers is %1', loader.workers)
      : trans._n(
          'num_workers is %2, and the kernel may use %1 CPU',
          'num_workers is %2, and the kernel may use %1 CPUs',
          limits.cpus,
          loader.workers
        )
  ];
  const ready = readyBytes(loader);
  if (loader.batchBytes !== null && ready !== null) {
    words.push(trans.__('One batch is %1', formatBytes(loader.batchBytes)));
    const size = limits.sharedMemory;
    words.push(
      size === null
        ? trans.__('The workers keep up to %1 ready', formatBytes(ready))
        : trans.__(
            'The workers keep up to %1 ready, shared memory has %2 left',
            formatBytes(ready),
            formatBytes(size - (sharedUsed ?? 0))
          )
    );
  }
  return words;
}

/** What the machine allows DataLoader workers, beside a finding on them. */
export function MachineView(props: {
  machine: IMachine;
  trans: TranslationBundle;
}): JSX.Element {
  const { machine, trans } = props;
  const { limits, sharedUsed, sharedPeak, memoryUsed, openFiles } = machine;
  const memory = limits.memory ?? limits.machine;
  const words = loaderWords(machine, trans);
  if (limits.openFiles !== null) {
    words.push(
      openFiles === null
        ? trans.__('Open files: at most %1 (ulimit -n)', limits.openFiles)
        : trans.__(
            'Open files: %1 of at most %2 (ulimit -n)',
            openFiles,
            limits.openFiles
          )
    );
  }
  if (limits.container) {
    words.push(trans.__('The kernel runs in a container'));
  }
  return (
    <section className="jp-TorchTriage-machine" data-facts="machine">
      <h4>{trans.__('This machine')}</h4>
      {limits.sharedMemory !== null && sharedUsed !== null && (
        <UsageBar
          label={trans.__('Shared memory')}
          used={Math.max(sharedUsed, sharedPeak ?? 0)}
          limit={limits.sharedMemory}
          trans={trans}
        />
      )}
      {memory !== null && memoryUsed !== null && (
        <UsageBar
          label={
            limits.memory === null
              ? trans.__('Memory of the machine')
              : trans.__('Memory, against its limit')
          }
          used={memoryUsed}
          limit={memory}
          trans={trans}
        />
      )}
      <ul>
        {words.map(each => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </section>
  );
}
