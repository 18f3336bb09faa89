import { createDecipheriv, scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { BackupError } from './backup-error.ts';
import { isSignedBy, openKeys, sealKeys, signManifest } from './sealed-keys.ts';

const passphrase = 'correct horse バッテリー';
const files = new Map([
  ['user-pool-keys.json', Buffer.from('{"root":"…"}')],
  ['trainer-code-key', Buffer.from([0, 255, 10])],
]);
const { sealed, signingKey } = await sealKeys(passphrase, files);
/** The same keys, sealed in a tenth of the time. */
const cheap = await sealKeys(passphrase, files, { log2N: 10, r: 8, p: 1 });

test('opens sealed keys with the passphrase, and the keys verify earlier signatures', async () => {
  const opened = await openKeys(passphrase, sealed);
  expect(opened?.files).toEqual(files);
  const manifest = Buffer.from('manifest');
  const signature = signManifest(signingKey, manifest);
  expect(isSignedBy(opened?.signingKey ?? Buffer.alloc(32), manifest, signature)).toBe(true);
  expect(isSignedBy(signingKey, Buffer.from('Manifest'), signature)).toBe(false);
  expect(isSignedBy(signingKey, manifest, signature.subarray(1))).toBe(false);
});

test('opens nothing with another passphrase or after any byte has changed', async () => {
  expect(await openKeys(`${passphrase} `, cheap.sealed)).toBeNull();
  expect((await openKeys(passphrase, cheap.sealed))?.files).toEqual(files);
  for (let at = 12; at < cheap.sealed.length; at += 5) {
    const changed = Buffer.from(cheap.sealed);
    changed.writeUInt8((changed[at] ?? 0) ^ 1, at);
    expect(await openKeys(passphrase, changed)).toBeNull();
  }
});

test('rejects a file that is not a sealed key, or that demands gigabytes of memory, without reading it', async () => {
  const greedy = Buffer.from(sealed);
  greedy.writeUInt8(30, 8);
  for (const bytes of [greedy, sealed.subarray(0, 50), Buffer.alloc(100)]) {
    await expect(openKeys(passphrase, bytes)).rejects.toThrow(BackupError);
  }
});

test('writes the bytes that docs/backup.md describes', () => {
  expect(sealed.toString('latin1', 0, 8)).toBe('TRKEYS1\n');
  const [log2N = 0, r = 0, p = 0, reserved] = sealed.subarray(8, 12);
  expect([log2N, r, p, reserved]).toEqual([17, 8, 1, 0]);
  const options = { N: 2 ** log2N, r, p, maxmem: 2 ** 28 + 2 ** 20 };
  const key = scryptSync(passphrase.normalize('NFC'), sealed.subarray(12, 28), 64, options);
  const decipher = createDecipheriv('aes-256-gcm', key.subarray(0, 32), sealed.subarray(28, 40));
  decipher.setAAD(sealed.subarray(0, 40)).setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(40, -16)), decipher.final()]);
  expect(JSON.parse(plain.toString())).toEqual({
    'user-pool-keys.json': Buffer.from('{"root":"…"}').toString('base64'),
    'trainer-code-key': 'AP8K',
  });
  expect(key.subarray(32)).toEqual(signingKey);
});
