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
    'the text is notebook_launcher’s, which has an id of its own in diagnoses.tsv'
};
