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

/**
 * @typedef {object} Setup
 * @property {string} name - on the command line
 * @property {string} title - in the table
 * @property {string[]} install - arguments for pip
 * @property {string[]} shown - packages whose versions the table names
 * @property {'notebooks' | 'lab/tree'} page - where a file's page is
 * @property {boolean} [isRemote] - the kernels are a gateway's
 * @property {Record<string, string>} [hidden] - why something is not known there
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
    name: 'server-documents',
    title: 'jupyter-server-documents',
    install: [LAB, 'jupyter-server-documents'],
    shown: ['jupyter-server-documents', 'jupyterlab'],
    page: 'lab/tree'
  },
  {
    name: 'server-nbmodel',
    title: 'jupyter-server-nbmodel',
    install: [LAB, 'jupyter-server-nbmodel[lab]'],
    shown: ['jupyter-server-nbmodel', 'jupyterlab'],
    page: 'lab/tree'
  },
  {
    name: 'collaboration',
    title: 'jupyter-collaboration',
    install: [LAB, 'jupyter-collaboration'],
    shown: ['jupyter-collaboration', 'jupyterlab'],
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
    }
  }
];
