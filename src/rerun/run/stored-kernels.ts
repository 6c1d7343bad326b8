/** The ids of kernels of our own, kept where the next page finds them. */

const keyOf = (baseUrl: string) => `torch-triage:kernels:${baseUrl}`;

/** Kernels of our own that a page of this server has noted, and not ended. */
export function storedKernels(baseUrl: string): string[] {
  try {
    const stored: unknown = JSON.parse(
      localStorage.getItem(keyOf(baseUrl)) ?? '[]'
    );
    return Array.isArray(stored) ? stored.map(String) : [];
  } catch {
    return [];
  }
}

/** Note which kernels of our own there are. */
export function storeKernels(baseUrl: string, ids: readonly string[]): void {
  localStorage.setItem(keyOf(baseUrl), JSON.stringify(ids));
}
