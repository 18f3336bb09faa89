import { runRotateSigningKey } from './rotate-signing-key-command.ts';

/** Entry point of `npm run rotate-signing-key`. */
await runRotateSigningKey(process);
