import { rotateSigningKey } from '@tanren/user-pool/crypto/key-file';
import { readConfig } from '#config.ts';
import { dropRoot } from '#embedded/drop-root.ts';
import { programFiles } from '#paths.ts';

/** A command of its own, see `npm run rotate-signing-key`. */
const { dataDir } = readConfig(process.env);
// A file of root's would be one that the server cannot read.
await dropRoot({ dataDir, needs: programFiles });
await rotateSigningKey(dataDir, new Date());
process.stdout.write(
  'A new signing key is in place and signs from an hour on. Start every node anew within that hour; nobody is signed out.\n',
);
