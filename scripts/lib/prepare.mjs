import { buildWhatChanged } from './build.mjs';
import { installPackages } from './install.mjs';
import { withSetupLock } from './setup-lock.mjs';

export async function prepareToRun() {
  await withSetupLock(async () => {
    await installPackages();
    await buildWhatChanged();
  });
}
