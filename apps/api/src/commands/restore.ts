import { runRestoreCommand } from './restore-command.ts';

/** A command of its own, see `npm run restore`. */
await runRestoreCommand(process);
