import { machinesLine } from './machines-command.ts';
import { runCommand } from './command-line.ts';

/** Entry point of `npm run machines`. */
await runCommand(process, machinesLine);
