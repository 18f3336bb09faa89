import { runWidenIds } from './widen-ids-command.ts';

/** Entry point of `npm run widen-ids`. */
await runWidenIds(process);
