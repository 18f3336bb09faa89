import { rotateSigningKey } from '@tanren/user-pool/keys/key-file';
import { readConfig } from './config.ts';

/** A command of its own, see `npm run rotate-signing-key`. */
const { dataDir } = readConfig(process.env);
await rotateSigningKey(dataDir, new Date());
process.stdout.write(
  'A new signing key is in place and signs from an hour on. Start every node anew within that hour; nobody is signed out.\n',
);
