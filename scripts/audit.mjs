import './lib/require-node.mjs';
import { auditPackages } from './lib/audit.mjs';
import { exitWith } from './lib/failure.mjs';
import { installPackages } from './lib/install.mjs';
import { stopChildrenOnSignals } from './lib/run-command.mjs';
import { withSetupLock } from './lib/setup-lock.mjs';
import { step } from './lib/step.mjs';

stopChildrenOnSignals();
try {
  await withSetupLock(installPackages);
  await step('Licences and known vulnerabilities', auditPackages);
} catch (error) {
  exitWith(error);
}
