import { fold } from '../incident/text/clean';
import type { IRaised } from '../incident/types';
import { memoize } from '../shared/memoize';

/** The message of an exception, every run of white space one blank. */
export const foldedMessage = memoize(({ message }: IRaised) => fold(message));
