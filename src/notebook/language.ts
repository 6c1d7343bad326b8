import type { NotebookPanel } from '@jupyterlab/notebook';

/** Whether a kernel's or a notebook's language is Python. */
export function isPython(language: string): boolean {
  return /^i?python\d?$/i.test(language);
}

/**
 * Whether the notebook is Python's, or does not say what it is: errors of R or
 * Julia are none of ours. The file's metadata answers at once, before a kernel
 * runs, and JupyterLab keeps it in line with the kernel's own answer.
 */
export function isPythonNotebook(panel: NotebookPanel): boolean {
  const model = panel.model;
  const info = model?.getMetadata('language_info') as
    { name?: unknown } | undefined;
  const spec = model?.getMetadata('kernelspec') as
    { language?: unknown } | undefined;
  // JupyterLab writes '' until the kernel has answered.
  const language = info?.name || spec?.language;
  return typeof language !== 'string' || language === '' || isPython(language);
}
