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
  export const previewEdit = 'torch-triage:preview-edit';
  export const applyEdit = 'torch-triage:apply-edit';
  export const closeEdit = 'torch-triage:close-edit';
  export const judgeEdit = 'torch-triage:judge-edit';
  export const takeEditBack = 'torch-triage:take-edit-back';
  export const runLostCells = 'torch-triage:run-lost-cells';
  export const checkOperands = 'torch-triage:check-operands';
  export const runNeededCells = 'torch-triage:run-needed-cells';
  export const rescueVariables = 'torch-triage:rescue-variables';
  export const restoreVariables = 'torch-triage:restore-variables';
  export const closeRescue = 'torch-triage:close-rescue';
  export const releaseMemory = 'torch-triage:release-memory';
}
