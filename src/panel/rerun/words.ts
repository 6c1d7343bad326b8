import type { TranslationBundle } from '@jupyterlab/translation';

import { baseName } from '../../incident/traceback/frames';
import { reportedLine } from '../../notebook/failure-location';
import { fullGpus, type Advice } from '../../rerun/plan/advice';
import { namedValueOf } from '../../diagnosis/value-range';
import type { IComparison, ISide } from '../../rerun/compare/compare';
import type { ICost } from '../../rerun/plan/cost';
import type { Danger } from '../../rerun/plan/dangers';
import type { IPrepared } from '../../rerun/run/types';
import type { IPlan } from '../../rerun/plan/plan';
import type { Rerun } from '../../rerun/run/rerun';
import type { Trouble } from '../../rerun/run/runner';
import type { Refusal } from '../../rerun/plan/variables';

/** A time as people say it: `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`. */
export function timeText(ms: number, trans: TranslationBundle): string {
  const seconds = ms / 1000;
  if (seconds < 10) {
    return trans.__('%1 s', Math.max(seconds, 0.1).toFixed(1));
  }
  const whole = Math.round(seconds);
  if (whole < 60) {
    return trans.__('%1 s', whole);
  }
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? trans.__('%1 min %2 s', minutes, whole % 60)
    : trans.__('%1 h %2 min', Math.floor(minutes / 60), minutes % 60);
}

/** What the whole will take. */
export function costText(
  { ms, unknown }: ICost,
  trans: TranslationBundle
): string {
  const time = timeText(ms, trans);
  if (unknown === 0) {
    return trans.__('Last time these cells took %1.', time);
  }
  return ms === 0
    ? trans.__('How long these cells take is not known.')
    : trans._n(
        'Last time these cells took %2; of one cell it is not known.',
        'Last time these cells took %2; of %1 cells it is not known.',
        unknown,
        time
      );
}

/** Where the plan comes from, when it is not the process itself. */
export function basisText(
  { basis, purpose }: IPlan,
  trans: TranslationBundle
): string | null {
  if (purpose === 'missing' && basis !== 'above') {
    return basis === 'page'
      ? trans.__(
          'This is what this page saw an earlier process of the kernel run.'
        )
      : trans.__(
          'This is what IPython’s history says an earlier process of the kernel ran.'
        );
  }
  switch (basis) {
    case 'process':
      return null;
    case 'history':
      return trans.__(
        'The process that failed is gone: this is what IPython’s history says it ran.'
      );
    case 'page':
      return trans.__(
        'The process that failed is gone: this is what this page saw it run.'
      );
    case 'above':
      return trans.__(
        'No record of what ran before is left: these are the cells above, in the notebook’s order. Check them.'
      );
    case 'notebook':
      return trans.__(
        'No record of the run that failed is left: these are the notebook’s cells in the order of their prompt numbers. Check them.'
      );
  }
}

/** What is risky in repeating a cell. */
export function dangerText(danger: Danger, trans: TranslationBundle): string {
  switch (danger) {
    case 'install':
      return trans.__('installs packages');
    case 'delete':
      return trans.__('deletes or moves files');
    case 'write':
      return trans.__('writes files');
    case 'send':
      return trans.__('sends data away');
    case 'shell':
      return trans.__('runs another program');
    case 'input':
      return trans.__('waits for input');
    case 'exit':
      return trans.__('ends the kernel');
    case 'long':
      return trans.__('too long to judge');
  }
}

/** What the facts say against a re-run, or what it cannot tell. */
export function adviceText(
  advice: Advice,
  { facts }: IPrepared,
  trans: TranslationBundle
): string {
  switch (advice) {
    case 'not-late':
      return trans.__(
        'This error was raised where it happened: the reported line is the true one. A re-run will tell no more.'
      );
    case 'already-blocking':
      return trans.__(
        'This kernel already ran with CUDA_LAUNCH_BLOCKING=1: the reported line is the true one.'
      );
    case 'nccl':
      return trans.__(
        'Several processes work together here (NCCL). With blocking launches they can wait for one another for ever.'
      );
    case 'data-parallel':
      return trans.__(
        'DataParallel or DistributedDataParallel is in use. With blocking launches it can hang: try one GPU without it.'
      );
    case 'compiled':
      return trans.__(
        'torch.compile is in use. One kernel stands for many lines: the compiled call is as precise as it gets. Without torch.compile the line itself can be named.'
      );
    case 'graphs':
      return trans.__(
        'CUDA graphs are in use. A replay is one launch: the replayed call is as precise as it gets. Without graphs the line itself can be named.'
      );
    case 'gpu-full':
      return fullGpus(facts?.memory ?? [])
        .map(([gpu, used, total]) =>
          trans.__(
            'GPU %1 is almost full (%2 of %3 GiB in use): a second kernel may run out of memory, in the notebook there is room.',
            gpu,
            (used / 1024).toFixed(1),
            (total / 1024).toFixed(1)
          )
        )
        .join(' ');
  }
}

/** Why a variable of the settings is not set. */
export function refusalText(
  [name, refusal]: readonly [string, Refusal],
  trans: TranslationBundle
): string {
  switch (refusal) {
    case 'start':
      return trans.__(
        '%1 is not set: it is read when a process starts, so a running kernel cannot honour it. Set it where the server is started.',
        name
      );
    case 'build':
      return trans.__(
        '%1 is not set: it is read when PyTorch is built, not when it runs.',
        name
      );
    case 'fixed':
      return trans.__('%1 is not set: the re-run sets it itself.', name);
    case 'name':
      return trans.__('“%1” is not the name of a variable.', name);
  }
}

/** Why a re-run stopped, and what that left. */
export function troubleText(
  trouble: Trouble,
  rerun: Rerun,
  trans: TranslationBundle
): string {
  const cell = rerun.step + 1;
  switch (trouble) {
    case 'no-kernel':
      return trans.__('The notebook has no kernel. Nothing was run.');
    case 'busy':
      return trans.__(
        'The kernel is busy. Wait until it is idle or interrupt it, then press again.'
      );
    case 'no-answer':
      return trans.__('The kernel did not answer. No cell was run after that.');
    case 'same-process':
      return trans.__(
        'The kernel did not start anew, so the variable could not take effect. No cell was run.'
      );
    case 'not-set':
      return trans.__(
        'The variable is not set in the new kernel. No cell was run.'
      );
    case 'not-first':
      return trans.__(
        'Something else ran in the new kernel first, so the variable was not set. No cell of the plan was run.'
      );
    case 'too-late':
      return trans.__(
        'CUDA had already started in the new kernel, probably by a startup file, so the variable was not set. No cell was run.'
      );
    case 'not-returned':
      return trans.__(
        'A rescued variable did not come back, so the cells that build on it were not run. Plan again without the rescue.'
      );
    case 'died':
      return cell > 0
        ? trans.__('The kernel died at cell %1 of the plan.', cell)
        : trans.__('The new kernel died. No cell was run.');
    case 'restarted':
      return trans.__('The kernel was restarted by somebody else on the way.');
    case 'interrupted':
      return trans.__('Cell %1 of the plan was interrupted.', cell);
    case 'cell-gone':
      return trans.__('A cell of the plan is no longer in the notebook.');
    case 'closed':
      return trans.__('The notebook was closed.');
  }
}

/** What cancelling left. */
export function cancelledText(rerun: Rerun, trans: TranslationBundle): string {
  if (rerun.way === 'here' && rerun.step >= 0) {
    return trans.__(
      'Cancelled at cell %1 of %2. What the cells before it gave is there.',
      rerun.step + 1,
      rerun.chosen.length
    );
  }
  if (rerun.way === 'notebook' && rerun.hasRestarted) {
    return rerun.step < 0
      ? trans.__(
          'Cancelled. The kernel was restarted, so its variables are lost. No cell was run.'
        )
      : trans.__(
          'Cancelled at cell %1 of %2. The kernel was restarted: only the variables of the cells that ran are there.',
          rerun.step + 1,
          rerun.chosen.length
        );
  }
  return trans.__('Cancelled. The notebook and its kernel are as they were.');
}

/** A line by its number; one of a program's script with the script's name. */
function lineLabel({ place, script }: ISide): string {
  const line = reportedLine(place) ?? '?';
  return script ? `${baseName(script.file)}:${line}` : String(line);
}

/** The value that the operand checks named, in a sentence; null without one. */
export function namedText(
  { second }: IComparison,
  trans: TranslationBundle
): string | null {
  const best = second?.findings[0];
  const named = best ? namedValueOf(best) : null;
  return named === null ? null : trans.__('The value is %1.', named);
}

/** What running the cell anew says of its failure. */
export function anewText(
  { verdict, first, second }: IComparison,
  trans: TranslationBundle
): string {
  const [before, after] = [first, second].map(side => side?.findings[0]?.id);
  switch (verdict) {
    case 'passed':
      return trans.__('The error is gone.');
    case 'earlier':
      return trans.__('An earlier cell fails now. Look there first.');
    default:
      return verdict !== 'different' && before === after
        ? trans.__('The same error stays.')
        : trans.__('Another error came.');
  }
}

/** What a comparison says, in one or two sentences. */
export function verdictText(
  { verdict, first, second }: IComparison,
  trans: TranslationBundle
): string {
  const reported = lineLabel(first);
  const actual = second ? lineLabel(second) : '?';
  switch (verdict) {
    case 'moved':
      return reported === actual
        ? trans.__(
            'Line %1 was right, but within the call another line fails.',
            reported
          )
        : trans.__('Reported at line %1, fails at line %2.', reported, actual);
    case 'same':
      return trans.__(
        'Fails at the same line with blocking launches: line %1.',
        actual
      );
    case 'earlier':
      return trans.__(
        'An earlier cell fails now: line %1 of it. Look there first.',
        actual
      );
    case 'different':
      return trans.__(
        'The cell fails for another reason now, at line %1. Of the first failure this tells nothing.',
        actual
      );
    case 'passed':
      return trans.__(
        'No failure this time. Nothing is mended by that: the error depends on timing (a race), which blocking launches hide, or on chance, such as an unseeded shuffle.'
      );
  }
}
