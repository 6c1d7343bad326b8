/**
 * The setups of the matrix: what is installed, and how it is started. What is
 * not pinned is pip's newest, so that a new release shows at once.
 */
import { readFileSync } from 'node:fs';

import { at } from '../setup/tools.mjs';

/** The JupyterLab that the tests have. */
const LAB = /^jupyterlab==.*$/m.exec(
  readFileSync(at('requirements-dev.txt'), 'utf8')
)[0];

/** Of those that people install, five that look at cells, editors or kernels. */
const POPULAR = [
  'jupyterlab-git',
  'jupyterlab-lsp',
  'jupyterlab-execute-time',
  'jupyter-resource-usage',
  'jupyterlab-code-formatter'
];

const CHINESE = 'jupyterlab-language-pack-zh-CN';

/**
 * @typedef {object} Setup
 * @property {string} name - on the command line
 * @property {string} title - in the table
 * @property {string} [environment] - its folder, where several setups share one
 * @property {string[]} install - arguments for pip
 * @property {string[]} [packages] - of npm, installed into the environment
 * @property {Kernel} [kernel] - another than that of the checkout
 * @property {Record<string, object>} [settings] - of JupyterLab, by plugin
 * @property {string[]} shown - packages whose versions the table names
 * @property {'notebooks' | 'lab/tree' | 'doc/tree'} page - where a file's page is
 * @property {string} [program] - that serves the page; JupyterLab where left out
 * @property {string} [base] - of the server's addresses
 * @property {boolean} [isRemote] - the kernels are a gateway's
 * @property {boolean} [isHub] - JupyterHub starts the server
 * @property {boolean} [isQuick] - the tests try it too, in the checkout's environment
 * @property {Record<string, string>} [hidden] - why something is not known there
 * @property {Record<string, string>} [sometimes] - why a probe, by its name, works
 *   in some runs only
 */

/**
 * @typedef {object} Kernel
 * @property {string[]} install - arguments for pip; PyTorch is the checkout's
 * @property {string} [module] - that starts it; ipykernel's where left out
 * @property {string[]} shown - packages whose versions the table names
 */

/** @type {readonly Setup[]} */
export const SETUPS = [
  {
    name: 'newest',
    title: 'JupyterLab, newest',
    install: ['jupyterlab'],
    shown: ['jupyterlab', 'jupyter-server'],
    page: 'lab/tree'
  },
  {
    name: 'oldest',
    title: 'JupyterLab, oldest supported',
    install: ['-r', at('requirements-oldest.txt')],
    shown: ['jupyterlab', 'jupyter-server'],
    page: 'lab/tree'
  },
  {
    name: 'single-document',
    title: 'single-document mode',
    environment: 'lab',
    install: [LAB],
    shown: ['jupyterlab'],
    page: 'doc/tree'
  },
  {
    name: 'base-url',
    title: 'a base URL',
    environment: 'lab',
    install: [LAB],
    shown: ['jupyterlab'],
    page: 'lab/tree',
    base: '/some/where/',
    isQuick: true
  },
  {
    name: 'notebook',
    title: 'Notebook 7',
    install: ['notebook'],
    shown: ['notebook', 'jupyterlab'],
    page: 'notebooks',
    program: 'jupyter-notebook'
  },
  {
    name: 'hub',
    title: 'JupyterHub',
    install: [LAB, 'jupyterhub'],
    packages: ['configurable-http-proxy'],
    shown: ['jupyterhub', 'jupyterlab'],
    page: 'lab/tree',
    isHub: true
  },
  {
    name: 'collaboration',
    title: 'jupyter-collaboration',
    install: [LAB, 'jupyter-collaboration'],
    shown: ['jupyter-collaboration', 'jupyterlab'],
    page: 'lab/tree'
  },
  {
    name: 'server-documents',
    title: 'jupyter-server-documents',
    install: [LAB, 'jupyter-server-documents'],
    shown: ['jupyter-server-documents', 'jupyterlab'],
    page: 'lab/tree',
    hidden: Object.fromEntries(
      ['cell', 'line', 'lost cells', "the machine's facts"].map(what => [
        what,
        'its bridges from page to kernel share one ZeroMQ identity, so that answers go to another connection (its own source avoids that for its own client, in `ynotebook_room.py`, not in `websocket_connection.py`). The page connects anew after three seconds, and a kernel that dies about then may have no black box: one that was killed three seconds after its cell began told all in 1 of 4 runs, after twelve seconds in 2 of 2.'
      ])
    )
  },
  {
    name: 'server-nbmodel',
    title: 'jupyter-server-nbmodel',
    install: [LAB, 'jupyter-server-nbmodel[lab]'],
    shown: ['jupyter-server-nbmodel', 'jupyterlab'],
    page: 'lab/tree'
  },
  {
    name: 'gateway',
    title: 'Kernel Gateway (`--gateway-url`)',
    install: [LAB, 'jupyter-kernel-gateway'],
    shown: ['jupyter-kernel-gateway', 'jupyterlab'],
    page: 'lab/tree',
    isRemote: true,
    hidden: {
      'exit status':
        'the gateway started the kernel, and tells nobody how its process ended; the black box, on the machine of the kernel, tells the signal of a crash.'
    },
    sometimes: {
      're-run in the notebook':
        'it came about in 9 of 13 runs. Each connection to a restarted kernel may be deaf there (2 of 5 restarts, without this extension too); after four without an answer the re-run says so.'
    }
  },
  {
    name: 'old-kernel',
    title: 'ipykernel 6.29',
    environment: 'lab',
    install: [LAB],
    kernel: { install: ['ipykernel==6.29.*'], shown: ['ipykernel'] },
    shown: ['jupyterlab'],
    page: 'lab/tree'
  },
  {
    name: 'xeus',
    title: 'xeus-python',
    environment: 'lab',
    install: [LAB],
    kernel: {
      install: ['xeus-python==0.19.*'],
      // `xpython` itself is no program: a kernel of that name ends at its start.
      module: 'xpython_launcher',
      shown: ['xeus-python']
    },
    shown: ['jupyterlab'],
    page: 'lab/tree',
    hidden: {
      cause:
        'xeus-python handles a segmentation fault itself: it prints the native call stack where Jupyter runs and ends its process with status 1. The card says that a status may be a crash there.',
      line: 'for the same reason: Python’s own handler, which writes the line, does not run.'
    }
  },
  {
    name: 'extensions',
    title: 'five popular extensions',
    install: [LAB, ...POPULAR, CHINESE],
    environment: 'extensions',
    shown: [...POPULAR, 'jupyterlab'],
    page: 'lab/tree'
  },
  {
    name: 'translated',
    title: 'JupyterLab in Chinese',
    install: [LAB, ...POPULAR, CHINESE],
    environment: 'extensions',
    settings: {
      '@jupyterlab/translation-extension:plugin': { locale: 'zh_CN' }
    },
    shown: [CHINESE, 'jupyterlab'],
    page: 'lab/tree'
  }
];
