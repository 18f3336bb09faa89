import { runMigrate } from './migrate-command.ts';

/** A command of its own, see `npm run migrate`. */
await runMigrate(process);
