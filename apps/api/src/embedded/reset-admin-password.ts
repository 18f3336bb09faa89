import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import type { ClusterPlace } from './cluster-place.ts';
import { superuser } from './init-cluster.ts';

/**
 * Without a running server, PostgreSQL's single-user mode asks for no password. Those of other
 * roles are set at each start.
 */
export async function resetAdminPassword(
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
  child.stdin.end(`alter role ${superuser} password ${pg.escapeLiteral(password)}\n`);
  await once(child, 'exit');
}
