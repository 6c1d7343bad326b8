/**
 * Start the worker. Its file is made and named by the build (webpack's and
 * Rspack's `new Worker(new URL(…, import.meta.url))`).
 *
 * @throws where the page may not start one: its files come from another host
 */
export function startWorker(): Worker {
  return new Worker(new URL('./worker.js', import.meta.url), {
    name: 'torch-triage'
  });
}
