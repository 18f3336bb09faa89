import { chmod, chown, copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findClusterLocation } from '#embedded/postgres/cluster-location.ts';
import { startEmbeddedPostgres } from '#embedded/postgres/postgres.ts';
import { createTestDatabase, replaceDatabase } from '#test/support/database.ts';
import { makePreparedDataDir } from '#test/support/server/scratch-folder.ts';
import { checkDatabase } from './migrate.ts';

const { url, programUrl } = await createTestDatabase();

/** Returns the address over TCP, because PostgreSQL has no TLS on a Unix socket. */
function byTcp(address: string, parameters: Record<string, string> = {}): string {
  const changed = new URL(address);
  changed.search = new URLSearchParams(parameters).toString();
  return changed.href;
}

test('reports a wrong password and a missing database with the words of PostgreSQL', async () => {
  const wrong = new URL(programUrl);
  wrong.password = 'hunter2';
  await expect(checkDatabase(wrong.href)).rejects.toThrow(
    /it refuses the user name or password \(DATABASE_URL\)\nPostgreSQL says: password authentication failed for user "\w+" \(SQLSTATE 28P01\)$/,
  );
  await expect(checkDatabase(wrong.href)).rejects.not.toThrow('hunter2');
  await expect(checkDatabase(replaceDatabase(url, 'nowhere'))).rejects.toThrow(
    /it has no database of that name, create it first \(create database … owner …\) \(DATABASE_URL\)\nPostgreSQL says: database "nowhere" does not exist \(SQLSTATE 3D000\)$/,
  );
});

test('explains that the server does not offer TLS', async () => {
  await expect(checkDatabase(byTcp(url, { sslmode: 'verify-full' }))).rejects.toThrow(
    /: it offers no TLS, which the URL asks for: [^\n]*sslmode=disable[^\n]* \(DATABASE_URL\)$/,
  );
});

test('explains that the CA file is missing', async () => {
  const attempt = checkDatabase(
    byTcp(url, { sslmode: 'verify-full', sslrootcert: '/nowhere.pem' }),
  );
  await expect(attempt).rejects.toThrow(
    /: a file that the URL names cannot be read, \/nowhere\.pem \(DATABASE_URL\)$/,
  );
});

const certificate = path.join(import.meta.dirname, '../../test/support/tls/certificate.pem');

/** Starts a PostgreSQL server whose application database accepts connections by TLS only. */
async function startTlsServer(): Promise<string> {
  const dataDir = await makePreparedDataDir();
  const { data } = await findClusterLocation(dataDir);
  const { uid, gid } = await stat(data);
  const key = path.join(data, 'server.key');
  await copyFile(certificate.replace('certificate', 'key'), key);
  await chmod(key, 0o600);
  await chown(key, uid, gid);
  await copyFile(certificate, path.join(data, 'server.crt'));
  const rules = path.join(data, 'pg_hba.conf');
  expect(await readFile(rules, 'utf8')).toContain('scram-sha-256');
  await writeFile(
    rules,
    'host postgres all 127.0.0.1/32 scram-sha-256\nhostssl all all 127.0.0.1/32 scram-sha-256\n',
  );
  const server = await startEmbeddedPostgres({ dataDir, settings: { ssl: 'on' } });
  onTestFinished(() => server.stop());
  return server.url;
}

test('explains which setting and certificate a TLS-only server needs', async () => {
  const tlsOnly = await startTlsServer();
  await expect(checkDatabase(tlsOnly)).rejects.toThrow(
    /: it has no line in pg_hba\.conf for this user without TLS: add sslmode=verify-full [^\n]*\nPostgreSQL says: no pg_hba\.conf entry for host "127\.0\.0\.1"[^\n]*, no encryption \(SQLSTATE 28000\)$/,
  );
  await expect(checkDatabase(byTcp(tlsOnly, { sslmode: 'verify-full' }))).rejects.toThrow(
    /: nobody whom this machine trusts has signed its certificate: add sslrootcert=[^\n]* \(DATABASE_URL\)$/,
  );
  const trusted = { sslmode: 'verify-full', sslrootcert: certificate };
  await expect(checkDatabase(byTcp(tlsOnly, trusted))).resolves.toBeUndefined();
});
