import { runCommand } from './command-line.ts';
import { rebuildStrengthLine } from './rebuild-strength-command.ts';

/** Entry point of `npm run rebuild-strength`. */
await runCommand(process, rebuildStrengthLine);
