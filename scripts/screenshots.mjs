import './lib/require-node.mjs';
import process from 'node:process';
import { ensureBrowser } from './lib/browser.mjs';
import { exitWith } from './lib/failure.mjs';
import { toolCommand } from './lib/npm.mjs';
import { prepareToRun } from './lib/prepare.mjs';
import { inProject } from './lib/project.mjs';
import { runCommand, stopChildrenOnSignals } from './lib/run-command.mjs';
import { step } from './lib/step.mjs';

stopChildrenOnSignals();
try {
  await prepareToRun();
  const env = await ensureBrowser();
  const args = ['test', '--config', 'screenshots.config.ts', ...process.argv.slice(2)];
  await step('Taking screenshots', async (say) => {
    await runCommand(...toolCommand('playwright', args), {
      cwd: inProject('e2e'),
      env,
      failure: 'Screenshots failed',
      onLine: say,
    });
    return 'Took screenshots of every route, see .screenshots/';
  });
} catch (error) {
  exitWith(error);
}
