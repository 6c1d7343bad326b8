import { catalogue } from '..';
import { diagnose } from '../../diagnosis/diagnose';
import { failureTraits } from '../../diagnosis/failure-traits';
import { cellIncident } from '../../incident/incident';
import errors from './cuda-errors.json';

/**
 * Every error of the CUDA runtime: number, name and words as libcudart 11.8,
 * 12.9 and 13.5 give them, and whether their `driver_types.h` says that the
 * process must end.
 */
const REPORTED = errors.map(error => ({
  ...error,
  incident: cellIncident({
    ename: 'AcceleratorError',
    evalue: `CUDA error: ${error.text}
CUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.
For debugging consider passing CUDA_LAUNCH_BLOCKING=1
Compile with \`TORCH_USE_CUDA_DSA\` to enable device-side assertions.
`
  })
}));

/** Damaged memory: the header asks for no new process, the entry does. */
const DAMAGED = ['cudaErrorECCUncorrectable', 'cudaErrorNvlinkUncorrectable'];

it.each(REPORTED)('$name is recognised', ({ incident, endsProcess, name }) => {
  const findings = diagnose(incident, catalogue);
  expect(findings[0]?.id).toMatch(/^cuda\//);
  const { isSticky } = failureTraits(incident, findings);
  // "unspecified launch failure in prior launch" says the same of an earlier call.
  const isLost =
    endsProcess ||
    DAMAGED.includes(name) ||
    name === 'cudaErrorPriorLaunchFailure';
  expect(isSticky).toBe(isLost);
});
