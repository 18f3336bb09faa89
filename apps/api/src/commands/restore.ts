import { runRestoreCommand } from './restore-command.ts';

/** Entry point of `npm run restore`. */
await runRestoreCommand(process);
