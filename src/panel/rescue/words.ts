import type { TranslationBundle } from '@jupyterlab/translation';

import type {
  ILostTensor,
  IRescueReason,
  RescueNote
} from '../../incident/rescue';
import type { IRescueState, Trouble } from '../../rescue/types';

/** Why a variable was not kept. */
export function keptReason(
  { kind, what, error }: IRescueReason,
  trans: TranslationBundle
): string {
  switch (kind) {
    case 'module':
      return trans.__('a module: imported again');
    case 'definition':
      return trans.__('defined by its cell');
    case 'device':
      return trans.__('on a device: %1', what);
    case 'generator':
      return trans.__('a running generator or coroutine');
    case 'file':
      return trans.__('an open file');
    case 'lock':
      return trans.__('a lock');
    case 'socket':
      return trans.__('a socket');
    case 'thread':
      return trans.__('a thread');
    case 'process':
      return trans.__('a process');
    case 'frame':
      return trans.__('a running call');
    case 'redefined':
      return trans.__('%1 has been defined anew since', what);
    case 'local':
      return trans.__(
        '%1 is defined inside of a function or has no name: with cloudpickle or dill it could be kept',
        what
      );
    case 'type':
      return trans.__('%1 cannot be written', what);
    case 'deep':
      return trans.__('nested too deeply');
    case 'size':
      return trans.__('too large for what is left of the limit');
    case 'time':
      return trans.__('not reached in time');
    case 'disk':
      return trans.__('no room on the disk');
    case 'interrupted':
      return trans.__('interrupted');
    default:
      return trans.__('%1 raised %2 when it was written', what, error);
  }
}

/** Why a variable did not come back. */
export function returnReason(
  { kind, what }: IRescueReason,
  trans: TranslationBundle
): string {
  switch (kind) {
    case 'name':
      return trans.__('needs %1, which this kernel has not defined', what);
    case 'module':
      return trans.__('needs the module %1', what);
    case 'attribute':
      return trans.__('needs %1, which its module no longer has', what);
    case 'file':
      return trans.__('its file is gone or was changed');
    case 'interrupted':
      return trans.__('interrupted');
    default:
      return trans.__('%1 was raised when it was read', what);
  }
}

/** What does not come back as it was. */
export function noteText(note: RescueNote, trans: TranslationBundle): string {
  switch (note) {
    case 'graph':
      return trans.__('without its autograd graph');
    case 'gradient':
      return trans.__('without its gradient');
    case 'memory':
      return trans.__('memory that it shared is a copy');
    case 'names':
      return trans.__('its functions keep the values that other names had');
  }
}

/** A tensor whose values lay on a device. */
export function lostText(
  { path, what }: ILostTensor,
  trans: TranslationBundle
): string {
  return trans.__('no values: %1 (%2)', path, what);
}

function troubleText(trouble: Trouble, trans: TranslationBundle): string {
  switch (trouble) {
    case 'no-kernel':
      return trans.__('The notebook has no kernel that could answer.');
    case 'no-place':
      return trans.__(
        'Nothing was written: the Jupyter runtime folder is not yours alone.'
      );
    case 'nothing':
      return trans.__(
        'No rescued variables of this kernel are there. They go when they are given back, or after a day.'
      );
    case 'same-process':
      return trans.__(
        'This process still has its variables. Restart the kernel, then restore.'
      );
    case 'no-answer':
      return trans.__(
        'The kernel did not answer in time: code of an object may hang. Interrupt the kernel; what is whole on the disk can be restored.'
      );
  }
}

/** Where a rescue stands, in a sentence. */
export function statusText(
  { phase, trouble, rescue, returned }: IRescueState,
  trans: TranslationBundle
): string {
  if (trouble) {
    return troubleText(trouble, trans);
  }
  const variables = rescue?.variables ?? [];
  const kept = variables.filter(({ reason }) => reason === null).length;
  switch (phase) {
    case 'rescuing':
      return trans.__('Writing the variables to the disk …');
    case 'rescued':
      return trans.__(
        'Kept %1 of %2 variables. Restart the kernel, run the cells that define classes, then restore.',
        kept,
        variables.length
      );
    case 'restoring':
      return trans.__('Giving the variables back …');
    default:
      return trans.__(
        'Came back: %1 of %2 rescued variables.',
        returned.filter(({ state }) => state === 'back').length,
        returned.length
      );
  }
}
