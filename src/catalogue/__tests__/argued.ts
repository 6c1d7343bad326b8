/**
 * Collected reports whose label we argue with, and why. `diagnoses.tsv`, which
 * names the labels, lies with the reports, outside this repository.
 */
export const ARGUED: Readonly<Record<string, string>> = {
  'a-328':
    'an assertion line names the failed index: it beats CUBLAS_STATUS_ALLOC_FAILED',
  'b-025':
    'signal Terminated has an id of its own in diagnoses.tsv, dataloader/worker-terminated',
  'b-026': 'as b-025',
  'b-235':
    'the text is notebook_launcher’s, which has an id of its own in diagnoses.tsv',
  // Bare messages: two sizes without the line, names or code decide no cause,
  // and what was said of such misled or repeated them. Silence is the policy.
  'c-029': 'two sizes alone (256, 128)',
  'c-288': 'two sizes alone (2, 208)',
  'c-034': 'two sizes alone (77, 154)',
  'c-044': 'two batch sizes alone (511, 23)',
  'c-304': 'no sizes at all'
};
