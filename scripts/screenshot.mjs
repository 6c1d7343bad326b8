/** Makes the README's pictures anew: `npm run screenshot`. */
import { main } from './setup/tools.mjs';
import { setup } from './setup.mjs';
import { SUITES } from './test/suites.mjs';

await main(async () => {
  await setup();
  process.env.TORCH_TRIAGE_SCREENSHOT = '1';
  const { failed } = await SUITES.ui(['screenshot.spec.ts']);
  return failed > 0 ? 1 : 0;
});
