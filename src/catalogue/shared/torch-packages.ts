/** torch and the packages that are released with it or follow it closely. */
export const PACKAGES =
  'torch|torchvision|torchaudio|torchtext|torchdata|torchmetrics|functorch|pytorch_lightning|lightning';

const OF_THEM = new RegExp(String.raw`^(?:${PACKAGES})(?:\.|$)`);

/** Whether a module, given in full, belongs to one of them. */
export function isOfTorchPackages(module: string): boolean {
  return OF_THEM.test(module);
}
