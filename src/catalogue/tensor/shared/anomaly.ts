import type { ISign } from '../../../diagnosis/types';
import { isUnnamed } from '../../predicates';

/**
 * The warning of torch's anomaly mode (python_anomaly_mode.cpp) where the error
 * that it belongs to was not printed: backward found nan, or a changed tensor.
 */
export function anomalyAlone(): ISign {
  return {
    where: 'log',
    pattern:
      /Error detected in \w{1,60}\. (?:Traceback of forward call that caused the error|No forward pass information available)/,
    when: isUnnamed,
    confidence: 'possible'
  };
}
