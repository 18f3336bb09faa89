import path from 'node:path';
import { keyFileName, rotateSigningKey } from '@tanren/user-pool/crypto/key-file';
import { UserPoolKeysError } from '@tanren/user-pool/crypto/user-pool-keys';
import { type Config, readConfig } from '#config/config.ts';
import { dropRoot } from '#embedded/drop-root.ts';
import { errorCode } from '#http/error-code.ts';
import { describeFailure } from '#config/failure-lines.ts';
import { programFiles } from '#config/paths.ts';
import { StartupError } from '#config/startup-error.ts';
import type { CommandProcess } from './command-line.ts';

export async function runRotateSigningKey(self: CommandProcess): Promise<void> {
  try {
    const config = readConfig(self.env);
    rejectForeignKeys(config);
    // The server could not read a file that belongs to root.
    await dropRoot({ dataDir: config.dataDir, needs: programFiles });
    await rotateIn(config.dataDir);
    self.stdout.write(
      'A new signing key is in place and signs from an hour on. Start every node anew within that hour; nobody is signed out.\n',
    );
  } catch (error) {
    for (const line of describeFailure(error)) self.stderr.write(`tanren: ${line}\n`);
    self.exitCode = 1;
  }
}

/** Throws when the keys are not in a file of the program, because there is nothing to change. */
function rejectForeignKeys({ cognito, userPoolKeys }: Config): void {
  if (cognito !== null) {
    throw new StartupError('Amazon Cognito signs the tokens, and changes its keys by itself');
  }
  if (userPoolKeys !== null) {
    throw new StartupError(
      `the keys are in USER_POOL_KEYS, which no command can change: write its value into ${keyFileName} of an empty folder, ` +
        'run this command without USER_POOL_KEYS and with DATA_DIR=<that folder>, ' +
        'and start every node within the hour with the new content of the file as USER_POOL_KEYS',
    );
  }
}

async function rotateIn(dataDir: string): Promise<void> {
  const file = path.join(dataDir, keyFileName);
  try {
    await rotateSigningKey(dataDir, new Date());
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') {
      throw new StartupError(`there is no ${file} yet: the first start of the program makes it`);
    }
    if (code === undefined && !(error instanceof UserPoolKeysError)) throw error;
    const reason = error instanceof UserPoolKeysError ? error.message : code;
    throw new StartupError(`${file} cannot be used and stays as it is (${reason})`, {
      cause: error,
    });
  }
}
