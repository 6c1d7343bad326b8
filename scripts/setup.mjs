/**
 * `npm run setup`: makes everything a checkout needs. Each step looks first
 * whether its work is done, so a second run takes a fraction of a second.
 */
import { buildExtension, installExtension } from './setup/extension.mjs';
import { checkNode, installNodePackages } from './setup/node.mjs';
import { installPython } from './setup/python.mjs';
import { isProgram, main, say } from './setup/tools.mjs';

/** Bring node_modules, .venv and the built extension up to date. */
export async function setup() {
  checkNode();
  // Neither needs the other. What fails is told when both have ended.
  const steps = [installNodePackages(), installPython()];
  const failed = (await Promise.allSettled(steps)).find(
    ({ status }) => status === 'rejected'
  );
  if (failed) {
    throw failed.reason;
  }
  await buildExtension();
  await installExtension();
}

if (isProgram(import.meta.url)) {
  await main(async () => {
    await setup();
    say('Ready: `npm start` opens the demo, `npm test` runs all tests.');
  });
}
