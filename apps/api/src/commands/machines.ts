import { machinesLine } from './machines-command.ts';
import { runCommand } from './command-line.ts';

/** A command of its own, see `npm run machines`. */
await runCommand(process, machinesLine);
