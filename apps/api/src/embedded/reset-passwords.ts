import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { applicationName } from './application-database.ts';
import type { ClusterPlace } from './cluster-place.ts';
import { superuser } from './init-cluster.ts';

/** Without a running server, PostgreSQL's single-user mode asks for no password. */
export async function resetPasswords(
  place: ClusterPlace,
  postgres: string,
  password: string,
): Promise<void> {
  const child = spawn(postgres, ['--single', '-D', place.data, 'postgres'], {
    ...place.account,
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const secret = pg.escapeLiteral(password);
  const statements = [superuser, applicationName].map(
    (role) => `alter role ${role} password ${secret}\n`,
  );
  child.stdin.end(statements.join(''));
  await once(child, 'exit');
}
