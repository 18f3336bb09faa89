import { accountsLine } from './accounts-command.ts';
import { runCommand } from './command-line.ts';

/** A command of its own, see `npm run accounts`. */
await runCommand(process, accountsLine);
