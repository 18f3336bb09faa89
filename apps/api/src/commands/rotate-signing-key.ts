import { runRotateSigningKey } from './rotate-signing-key-command.ts';

/** A command of its own, see `npm run rotate-signing-key`. */
await runRotateSigningKey(process);
