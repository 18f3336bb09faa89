import './lib/require-node.mjs';
import process from 'node:process';
import { ensureBrowser } from './lib/browser.mjs';
import { buildWhatChanged } from './lib/build.mjs';
import { printFailure } from './lib/failure.mjs';
import { installPackages } from './lib/install.mjs';
import { makeMemoryFolder } from './lib/memory-folder.mjs';
import { ensureMosquitto, ensurePostgres } from './lib/system-programs.mjs';
import { stopChildrenOnSignals } from './lib/run-command.mjs';
import { withSetupLock } from './lib/setup-lock.mjs';
import { step } from './lib/step.mjs';
import { readTestArguments } from './lib/test-stages.mjs';
import { describeSlowest } from './lib/test-report.mjs';

const total = { passed: 0, failed: 0 };

stopChildrenOnSignals();
try {
  const { stages, long, slow, extraArgs } = readTestArguments(process.argv.slice(2));
  /** @type {Record<string, string>} */
  const env = long ? { TEST_LONG: '1' } : {};
  await withSetupLock(installPackages);
  const needsBrowser = stages.some(({ part }) => part === 'component' || part === 'e2e');
  if (needsBrowser) Object.assign(env, await ensureBrowser());
  const needsBroker = stages.some((stage) => stage.part === 'api');
  if (needsBroker) Object.assign(env, await ensureMosquitto());
  if (needsBroker && long) Object.assign(env, await ensurePostgres());
  // The long tests fill disks and simulate power cuts, so they must write to a real disk.
  const memory = long ? null : makeMemoryFolder();
  if (memory !== null) env['TMPDIR'] = memory;
  for (const stage of stages) {
    if (stage.part === 'e2e') await withSetupLock(buildWhatChanged);
    await step(stage.title, async (say) => {
      let summary = stage.title;
      /** @type {string[]} */
      let slowest = [];
      /** @type {string[]} */
      const notes = [];
      await stage.run({
        env,
        extraArgs,
        say,
        note: (line) => void notes.push(line),
        count: ({ passed, failed }) => {
          total.passed += passed;
          total.failed += failed;
          summary = `${stage.title}: ${passed} passed`;
        },
        time: (tests) => {
          if (slow) slowest = describeSlowest(tests);
        },
      });
      return [summary, ...notes, ...slowest].join('\n');
    });
  }
} catch (error) {
  printFailure(error);
  process.exitCode = 1;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
