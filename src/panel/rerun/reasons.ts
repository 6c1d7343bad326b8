import type { TranslationBundle } from '@jupyterlab/translation';

import type { IAlways, Need, State } from '../../rerun/plan/needs/needs';
import type { IPlan, IStep } from '../../rerun/plan/plan';
import { isTarget } from '../../rerun/plan/plan';
import type { StepReason } from '../../rerun/plan/selection';

/** Longer names are cut. */
const MAX_NAME = 60;

/** At most so many are told. */
const MAX_NAMES = 3;

const short = (text: string) =>
  text.length > MAX_NAME ? `${text.slice(0, MAX_NAME)}…` : text;

function stateText(state: State, trans: TranslationBundle): string {
  switch (state) {
    case 'files':
      return trans.__('files');
    case 'figures':
      return trans.__('the settings of plots');
    default:
      return trans.__('random numbers');
  }
}

function needText(need: Need, where: string, trans: TranslationBundle): string {
  switch (need.kind) {
    case 'defines':
      return trans.__('In: defines %1, used in %2.', short(need.name), where);
    case 'changes':
      return need.name === ''
        ? trans.__('In: may change what %1 uses.', where)
        : trans.__('In: may change %1, used in %2.', short(need.name), where);
    case 'state':
      return trans.__(
        'In: uses or changes %1, as %2 does.',
        stateText(need.state, trans),
        where
      );
  }
}

function alwaysText(always: IAlways, trans: TranslationBundle): string {
  const what = short(always.what);
  switch (always.kind) {
    case 'call':
      return what === ''
        ? trans.__('In: calls something that may change anything.')
        : trans.__('In: what %1 changes is not known.', what);
    case 'magic':
      return trans.__('In: what %1 changes is not known.', what);
    case 'import':
      return trans.__('In: importing %1 may change other modules.', what);
    case 'setting':
      return trans.__('In: changes a setting or any name: %1.', what);
    case 'unread':
      return trans.__('In: it could not be read as Python.');
  }
}

/** What a plan is for, in the middle of a sentence. */
export function targetText(
  { purpose, steps, targets }: IPlan,
  step: IStep,
  trans: TranslationBundle
): string {
  if (purpose !== 'lost') {
    return trans.__('the failed cell');
  }
  return steps.indexOf(step) === steps.length - targets
    ? trans.__('the lost cell')
    : trans.__('a cell that waited');
}

/** Where a step stands, in the middle of a sentence. */
function placeText(
  plan: IPlan,
  step: IStep | undefined,
  trans: TranslationBundle
): string {
  return step && isTarget(plan, step)
    ? targetText(plan, step, trans)
    : trans.__('cell [%1]', step?.executionCount ?? ' ');
}

/** Why a cell is needed to repeat the failure, or why not. */
export function reasonText(
  reason: StepReason,
  plan: IPlan,
  trans: TranslationBundle
): string {
  switch (reason.kind) {
    case 'asked':
      return trans.__('In: you took it in.');
    case 'unsure':
      return trans.__(
        'In: what the cells need of one another is too much to tell.'
      );
    case 'there':
      return trans.__(
        'Not needed: this process has run it already, and nothing has changed what it gave.'
      );
    case 'gpu':
      return trans.__(
        'In: the failure was reported late, and may be of work that this cell started.'
      );
    case 'need':
      return needText(
        reason.need,
        placeText(plan, plan.steps[reason.by], trans),
        trans
      );
    case 'always':
      return alwaysText(reason.always, trans);
    case 'rescued':
      return trans.__(
        'Not needed: rescued variables come back, %1.',
        reason.names.slice(0, MAX_NAMES).map(short).join(', ')
      );
    case 'unused':
      return reason.gives.length > 0
        ? trans.__(
            'Not needed: no cell that is in uses its %1.',
            reason.gives.map(short).join(', ')
          )
        : trans.__('Not needed: it gives nothing that a cell here uses.');
  }
}
