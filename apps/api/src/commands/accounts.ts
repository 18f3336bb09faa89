import { accountsLine } from './accounts-command.ts';
import { runCommand } from './command-line.ts';

/** Entry point of `npm run accounts`. */
await runCommand(process, accountsLine);
