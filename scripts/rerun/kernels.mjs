/** Kernels by jupyter_client (bridge.py), with the face that src/rerun needs. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const BRIDGE = path.join(
  path.dirname(fileURLToPath(import.meta.url)),
  'bridge.py'
);

/** A Python process that runs kernels for us. */
export class Bridge {
  /**
   * @param {string} python - an interpreter that has jupyter_client
   * @param {string} packages - a folder that kernels import from, too
   */
  constructor(python, packages) {
    this._child = spawn(python, [BRIDGE], {
      env: { ...process.env, PYTHONPATH: packages },
      // Kernels copy to it what their cells get.
      stdio: ['pipe', 'pipe', 'ignore']
    });
    this._next = 0;
    this._waiting = new Map();
    this._died = new Map();
    createInterface({ input: this._child.stdout }).on('line', line =>
      this._take(JSON.parse(line))
    );
    this._child.on('exit', () => {
      for (const { reject } of this._waiting.values()) {
        reject(new Error('The process that runs the kernels has ended.'));
      }
    });
  }

  /** Start a kernel in a folder. */
  async start(cwd) {
    return new BridgeKernel(this, await this.request({ do: 'start', cwd }));
  }

  close() {
    this._child.stdin.end();
  }

  /** Send a request; resolves with its answer. */
  request(content, onMessage = () => {}) {
    const id = this._next++;
    return new Promise((resolve, reject) => {
      this._waiting.set(id, { resolve, reject, onMessage });
      this._child.stdin.write(`${JSON.stringify({ id, ...content })}\n`);
    });
  }

  /** Resolves when a kernel's process ends by itself. */
  died(kernel) {
    return new Promise(resolve => this._died.set(kernel, resolve));
  }

  _take({ id, message, done, kernel }) {
    if (kernel !== undefined) {
      this._died.get(kernel)?.();
      return;
    }
    const waiting = this._waiting.get(id);
    if (message) {
      waiting?.onMessage(message);
    } else {
      this._waiting.delete(id);
      waiting?.resolve(done);
    }
  }
}

/** One kernel: what `IOwnKernel` of src/rerun/run/second-kernel.ts asks for. */
export class BridgeKernel {
  constructor(bridge, name) {
    this._bridge = bridge;
    this._name = name;
    this.died = bridge.died(name);
  }

  requestExecute(content) {
    const execution = {
      onReply: () => {},
      onIOPub: () => {},
      onStdin: () => {},
      sendInputReply: () => {},
      dispose: () => {
        execution.onIOPub = () => {};
      }
    };
    execution.done = new Promise((resolve, reject) => {
      const take = message => {
        if (message.header.msg_type === 'execute_reply') {
          execution.onReply(message);
          resolve(message);
        } else {
          execution.onIOPub(message);
        }
      };
      this._bridge
        .request({ do: 'execute', kernel: this._name, content }, take)
        .catch(reject);
      void this.died.then(() => reject(new Error('The kernel died.')));
    });
    // Whoever stops waiting for it need not hear of a later death.
    execution.done.catch(() => {});
    return execution;
  }

  /** The bridge hears whatever its kernels say. */
  async connectAnew() {}

  restart() {
    return this._bridge.request({ do: 'restart', kernel: this._name });
  }

  shutdown() {
    return this._bridge.request({ do: 'shutdown', kernel: this._name });
  }
}
