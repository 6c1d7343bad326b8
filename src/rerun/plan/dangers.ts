/**
 * What makes a cell risky, or pointless, to repeat:
 *
 * - `install`: changes the environment (`%pip install`);
 * - `delete`: removes files, or moves them;
 * - `write`: writes files over;
 * - `send`: uploads, pushes, posts;
 * - `shell`: runs other programs that we cannot judge;
 * - `input`: waits for somebody to type;
 * - `exit`: ends the process;
 * - `long`: is too long to be judged.
 */
export type Danger =
  'install' | 'delete' | 'write' | 'send' | 'shell' | 'input' | 'exit' | 'long';
