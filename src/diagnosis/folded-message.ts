import { fold } from '../incident/clean';
import type { IRaised } from '../incident/types';
import { once } from './once';

/** The message of an exception, every run of white space one blank. */
export const foldedMessage = once(({ message }: IRaised) => fold(message));
