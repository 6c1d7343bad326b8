import type { KernelMessage } from '@jupyterlab/services';

/**
 * The id of the request that a message answers, `''` where it answers none:
 * some kernels (xeus-python) give such a message no parent at all.
 */
export function requestId(msg: KernelMessage.IMessage): string {
  const parent = msg.parent_header as { msg_id?: string } | null | undefined;
  return parent?.msg_id ?? '';
}
