/** The commands of this extension; their ids are a contract. */
export namespace CommandIDs {
  export const open = 'torch-triage:open';
  export const lookUp = 'torch-triage:look-up';
  export const goToCell = 'torch-triage:go-to-cell';
  export const rerunBlocking = 'torch-triage:rerun-blocking';
  export const startRerun = 'torch-triage:start-rerun';
  export const cancelRerun = 'torch-triage:cancel-rerun';
  export const dismissRerun = 'torch-triage:dismiss-rerun';
  export const restoreOutputs = 'torch-triage:restore-outputs';
  export const restartNormally = 'torch-triage:restart-normally';
  export const runLostCells = 'torch-triage:run-lost-cells';
  export const releaseMemory = 'torch-triage:release-memory';
}
