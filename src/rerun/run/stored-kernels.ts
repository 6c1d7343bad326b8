/** Where the ids of kernels of our own are kept, so that the next page finds them. */
export function kernelsKey(baseUrl: string): string {
  return `torch-triage:kernels:${baseUrl}`;
}
