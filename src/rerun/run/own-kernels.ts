import { URLExt } from '@jupyterlab/coreutils';
import {
  ServerConnection,
  type Kernel,
  type ServiceManager
} from '@jupyterlab/services';

import { Waker } from '../../notebook/waker';
import { connectAnew } from '../../notebook/connect-anew';
import type { IOwnKernel } from './second-kernel';
import { kernelsKey } from './stored-kernels';

/** How often ending a kernel is tried, and how long between, in ms. */
const ATTEMPTS = 5;
const PAUSE_MS = 2000;

function lockName(id: string): string {
  return `torch-triage-kernel-${id}`;
}

/**
 * Kernels of our own, beside those of the notebooks. Each is ended when it is
 * done with, or by its page as that goes (a reload). One that outlives its page
 * (a crash) is ended by the next: its id is stored, and a lock tells whether
 * its page still lives.
 */
export class OwnKernels {
  constructor(private readonly _services: ServiceManager.IManager) {
    this._key = kernelsKey(_services.serverSettings.baseUrl);
  }

  /**
   * Start a kernel.
   *
   * @param name - its spec
   * @param path - of the notebook: the kernel works in the same folder
   * @throws when the server refuses
   */
  async start(name: string, path: string): Promise<IOwnKernel> {
    const { kernels, contents } = this._services;
    // The REST call knows `path`, its TypeScript face does not.
    const options: { name: string; path: string } = {
      name,
      path: contents.localPath(path)
    };
    const kernel = await kernels.startNew(options, { handleComms: false });
    const waker = new Waker(kernel);
    const release = this._hold(kernel.id);
    const leave = () => this._endWithPage(kernel.id);
    window.addEventListener('pagehide', leave);
    return Object.assign(kernel, {
      died: diedOf(kernel),
      connectAnew: () => connectAnew(kernel),
      shutdown: async () => {
        window.removeEventListener('pagehide', leave);
        waker.dispose();
        kernel.dispose();
        await this._end(kernel.id);
        release();
      }
    });
  }

  /** End the kernels of pages that are gone. */
  async sweep(): Promise<void> {
    // Browsers offer locks to secure pages only.
    if (!navigator.locks) {
      await this._forgetEnded();
      return;
    }
    for (const id of this._stored()) {
      await navigator.locks.request(
        lockName(id),
        { ifAvailable: true },
        async lock => {
          if (lock) {
            await this._end(id);
            this._store(this._stored().filter(one => one !== id));
          }
        }
      );
    }
  }

  /** Without locks nobody knows whose a kernel is, only whether it is. */
  private async _forgetEnded(): Promise<void> {
    const { kernels } = this._services;
    for (const id of this._stored()) {
      if ((await kernels.findById(id).catch(() => null)) === undefined) {
        this._store(this._stored().filter(one => one !== id));
      }
    }
  }

  /** Nothing can be awaited any more: the browser sends this by itself. */
  private _endWithPage(id: string): void {
    const { serverSettings } = this._services;
    const url = URLExt.join(
      serverSettings.baseUrl,
      'api/kernels',
      encodeURIComponent(id)
    );
    const request = { method: 'DELETE', keepalive: true };
    void ServerConnection.makeRequest(url, request, serverSettings).catch(
      () => undefined
    );
  }

  /** End a kernel for good: a server that is restarting it may refuse at first. */
  private async _end(id: string): Promise<void> {
    const { kernels } = this._services;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      await kernels.shutdown(id).catch(() => undefined);
      const model = await kernels.findById(id).catch(() => undefined);
      if (!model) {
        return;
      }
      await new Promise(resolve => setTimeout(resolve, PAUSE_MS));
    }
  }

  private _hold(id: string): () => void {
    let release = () => undefined as void;
    this._store([...this._stored(), id]);
    void navigator.locks?.request(
      lockName(id),
      () => new Promise<void>(resolve => (release = resolve))
    );
    return () => {
      this._store(this._stored().filter(one => one !== id));
      release();
    };
  }

  private _stored(): string[] {
    try {
      const stored: unknown = JSON.parse(
        localStorage.getItem(this._key) ?? '[]'
      );
      return Array.isArray(stored) ? stored.map(String) : [];
    } catch {
      return [];
    }
  }

  private _store(ids: readonly string[]): void {
    localStorage.setItem(this._key, JSON.stringify(ids));
  }

  private readonly _key: string;
}

/** Resolves when the kernel's process ends without our asking. */
function diedOf(kernel: Kernel.IKernelConnection): Promise<void> {
  return new Promise(resolve => {
    kernel.statusChanged.connect((_, status) => {
      if (status === 'autorestarting' || status === 'dead') {
        resolve();
      }
    });
  });
}
