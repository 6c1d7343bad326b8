import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';

/** One way for a kernel to die, and what must be said of it. */
export interface IDeathRow {
  name: string;
  /** The cell that ends the kernel; `before` ran, `after-…` wait. */
  source: string;
  id: string;
  /** null: no frame exists. */
  line: number | null;
  /** Without the server extension, where that says less. */
  bareId?: string;
  kernel?: string;
}

/**
 * Machine code in a page of its own; `\\0` is no instruction on ARM. Called
 * with the GIL: without it another thread may run while faulthandler walks its
 * stack, and about one report in a hundred breaks off before the line.
 */
const nativeCode = (x86: string): string =>
  [
    'import ctypes, mmap, platform',
    'page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)',
    `page.write(b'${x86}' if platform.machine() == 'x86_64' else bytes(4))`,
    'call = ctypes.PYFUNCTYPE(None)(ctypes.addressof(ctypes.c_char.from_buffer(page)))',
    'call()'
  ].join('\n');

const isX86 = os.arch() === 'x64';

export const SEGFAULT = [
  'import ctypes',
  'def read(address):',
  '    return ctypes.string_at(address)',
  'read(0)'
].join('\n');

const KILL = ['import os, signal', 'os.kill(os.getpid(), signal.SIGKILL)'].join(
  '\n'
);

export const ROWS: IDeathRow[] = [
  { name: 'SIGKILL', source: KILL, id: 'kernel/killed', line: null },
  {
    name: 'SIGSEGV (ctypes)',
    source: SEGFAULT,
    id: 'kernel/segfault',
    line: 3
  },
  {
    name: 'SIGBUS (truncated map)',
    source: [
      'import mmap, tempfile',
      'file = tempfile.TemporaryFile()',
      'file.truncate(8192)',
      'view = mmap.mmap(file.fileno(), 8192)',
      'file.truncate(0)',
      'view[4096]'
    ].join('\n'),
    id: 'kernel/bus-error',
    line: 6
  },
  {
    name: 'SIGABRT',
    source: 'import os\n\nos.abort()',
    id: 'kernel/aborted',
    line: 3
  },
  {
    name: 'SIGILL (native code)',
    source: nativeCode('\\x0f\\x0b'),
    id: 'kernel/illegal-instruction',
    line: 5
  },
  {
    name: 'SIGFPE (integer / 0)',
    source: isX86
      ? nativeCode('\\x31\\xc9\\x31\\xd2\\xf7\\xf9\\xc3')
      : 'import signal\n\n\n\nsignal.raise_signal(signal.SIGFPE)',
    id: 'kernel/floating-point',
    line: 5
  },
  {
    name: 'C stack overflow',
    // In one line: the stack may end at the call, or where the function begins.
    source: [
      'import ctypes, sys',
      'sys.setrecursionlimit(10 ** 8)',
      'number = ctypes.c_int',
      'again = ctypes.CFUNCTYPE(number, number)(lambda n: again(n + 1))',
      'again(0)'
    ].join('\n'),
    id: 'kernel/segfault',
    line: 4
  },
  {
    name: 'os._exit(3)',
    source: 'import os\nos._exit(3)',
    id: 'kernel/exited',
    line: null
  },
  {
    name: 'exit()',
    source: 'exit()',
    id: 'kernel/exited',
    line: null,
    kernel: 'no-debugger'
  },
  {
    name: 'SIGTERM',
    source: 'import os, signal\nos.kill(os.getpid(), signal.SIGTERM)',
    id: 'kernel/killed',
    line: null
  }
];

/** Grows in steps, so that the black box sees it coming. */
const GROW = [
  'import time',
  'blocks = []',
  'while True:',
  "    blocks.append(bytearray(b'x') * (20 << 20))",
  '    time.sleep(0.1)'
].join('\n');

/** The same without a group of its own: the allocation fails, C crashes. */
const NO_ADDRESSES = [
  'import ctypes, resource',
  'resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31))',
  'libc = ctypes.CDLL(None)',
  'libc.malloc.restype = ctypes.c_void_p',
  'libc.memset(ctypes.c_void_p(libc.malloc(1 << 33)), 1, 1 << 20)'
].join('\n');

/** A cgroup of our own, or null where the machine allows none. */
export function makeLimit(name: string, bytes: number): string | null {
  const old = fs.existsSync('/sys/fs/cgroup/memory');
  const top = old ? '/sys/fs/cgroup/memory' : '/sys/fs/cgroup';
  const folder = path.join(top, name);
  try {
    fs.mkdirSync(folder, { recursive: true });
    const file = old ? 'memory.limit_in_bytes' : 'memory.max';
    fs.writeFileSync(path.join(folder, file), String(bytes));
    return folder;
  } catch {
    return null;
  }
}

/** Memory exhausted under a real limit, or a stand-in that says so. */
export function memoryRow(limit: string | null): IDeathRow {
  return limit
    ? {
        name: 'out of memory (cgroup)',
        source: GROW,
        id: 'kernel/oom-killed',
        line: null,
        kernel: 'limited'
      }
    : {
        name: 'stand-in: RLIMIT_AS, no cgroup here',
        source: NO_ADDRESSES,
        id: 'kernel/segfault',
        line: 5
      };
}

/** Offer a kernel to the server of these tests. */
export function addKernel(
  data: string,
  name: string,
  spec: Record<string, unknown>
): void {
  const folder = path.join(data, 'kernels', name);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'kernel.json'), JSON.stringify(spec));
}

const LAUNCH = ['-m', 'ipykernel_launcher', '-f', '{connection_file}'];

/**
 * A Python kernel that JupyterLab's debugger asks nothing. One that leaves
 * through `exit()` while such a question arrives never ends: ipykernel 7.4
 * closes the broadcasts' socket first, the control thread then waits for it,
 * and `IPKernelApp.close` for that thread (4 of 180 exits, each with nine
 * questions, with a black box or without). What does not end is no death.
 */
export const NO_DEBUGGER = {
  argv: ['python', ...LAUNCH],
  display_name: 'No debugger',
  language: 'python'
};

/** A Python kernel that starts inside a cgroup. */
export function limitedKernel(limit: string): Record<string, unknown> {
  const start = [
    'import os, runpy, sys',
    `open('${limit}/cgroup.procs', 'w').write(str(os.getpid()))`,
    "sys.argv = ['ipykernel_launcher', '-f', sys.argv[1]]",
    "runpy.run_module('ipykernel_launcher', run_name='__main__')"
  ].join('\n');
  return {
    argv: ['python', '-c', start, '{connection_file}'],
    display_name: 'Limited',
    language: 'python'
  };
}
