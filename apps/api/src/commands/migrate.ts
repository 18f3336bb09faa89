import { runMigrate } from './migrate-command.ts';

/** Entry point of `npm run migrate`. */
await runMigrate(process);
