import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { describeMachineProtocol } from '@tanren/contract/machines/machine-protocol';
import { expect, test } from 'vitest';
import { makeScratchFolder } from './support/server/scratch-folder.ts';

/** The parts of AsyncAPI's own parser that the test uses. */
interface AsyncApiParser {
  readonly Parser: new () => {
    readonly parse: (text: string) => Promise<{
      readonly document?: object;
      readonly diagnostics: readonly { readonly severity: number; readonly message: string }[];
    }>;
  };
}

/**
 * Loads the parser from a folder of its own: with its 170 packages it is too large for every
 * installation of the project.
 */
async function loadParser(): Promise<AsyncApiParser> {
  const folder = await makeScratchFolder();
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
  const install = ['install', '--prefix', folder, ...options, '@asyncapi/parser@3.6.3'];
  await promisify(execFile)('npm', install);
  return createRequire(path.join(folder, 'package.json'))('@asyncapi/parser') as AsyncApiParser;
}

test(
  "AsyncAPI's own parser accepts the document of the machine protocol",
  { timeout: 600_000 },
  async () => {
    const { Parser } = await loadParser();
    const listErrors = async (document: object) => {
      const { diagnostics } = await new Parser().parse(JSON.stringify(document));
      return diagnostics.filter(({ severity }) => severity === 0).map(({ message }) => message);
    };
    const document = describeMachineProtocol();
    expect(await listErrors(document)).toEqual([]);
    expect(await listErrors({ ...document, channels: 'none' })).not.toEqual([]);
  },
);
