import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callPool, readTokens } from '@tanren/user-pool/testing/pool-client';
import { answerChallenge, createClientEphemeral } from '@tanren/user-pool/testing/srp-client';
import { expect, inject, test, vi } from 'vitest';
import { migrationsFolder } from '#config/paths.ts';
import { startBalancer, startLoad } from './support/server/balancer.ts';
import { createEmptyDatabase, sql } from './support/database.ts';
import { type RunningServer, runServer } from './support/server/running-server.ts';
import { makeScratchFolder } from './support/server/scratch-folder.ts';

const bundle = inject('programs').server;
const polling = { timeout: 60_000, interval: 20 };

interface Node extends RunningServer {
  readonly address: string;
}

test('two nodes start at once on one empty DATABASE_URL: one schema, own metrics, one sign-in for both, and no failed request when one ends', async () => {
  const url = await createEmptyDatabase();
  const dataDir = path.join(await makeScratchFolder(), 'data-dir');
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir, METRICS_PORT: '0' };
  const servers = [
    runServer(bundle.main, { ...settings, NODE_NAME: 'shibuya-1', DRAIN_SECONDS: '2' }),
    runServer(bundle.main, { ...settings, NODE_NAME: 'shibuya-2', DRAIN_SECONDS: '300' }),
  ] as const;
  const [one, other] = await Promise.all(servers.map((server) => server.ready));
  const leaving: Node = { ...servers[0], address: one ?? '' };
  const staying: Node = { ...servers[1], address: other ?? '' };

  await expectFreshSchema(url, [leaving, staying]);
  await expect(stat(path.join(dataDir, 'postgres'))).rejects.toThrow('ENOENT');
  await expectMetrics(leaving);
  await expectOneSignIn(leaving, staying);
  await leaveTheBalancer(leaving, staying);
});

/** Checks that every migration ran once, and that the demo world was not created. */
async function expectFreshSchema(url: string, nodes: readonly Node[]): Promise<void> {
  const journal = JSON.parse(
    await readFile(path.join(migrationsFolder, 'meta', '_journal.json'), 'utf8'),
  ) as { entries: unknown[] };
  expect(await sql(url, 'select count(*)::int as n from drizzle.__drizzle_migrations')).toEqual([
    { n: journal.entries.length },
  ]);
  expect(await sql(url, 'select count(*)::int as n from user_infos')).toEqual([{ n: 0 }]);
  for (const node of nodes) {
    expect((await fetch(`${node.address}/readyz`)).status).toBe(200);
    expect(node.output()).not.toContain('tanren.example');
  }
}

/** Checks the metrics on their own port. */
async function expectMetrics(node: Node): Promise<void> {
  await fetch(`${node.address}/healthz`);
  const url = /metrics +(\S+)/.exec(node.output())?.[1] ?? '';
  expect(url).toMatch(/^http:\/\/localhost:\d+\/metrics$/);
  const metrics = await (await fetch(url)).text();
  expect(metrics).toMatch(/^tanren_build_info\{version="[\d.]+",node="shibuya-1"\} 1$/m);
  expect(metrics).toContain('{method="GET",route="/healthz",status="200"} 1');
  expect(await (await fetch(`${node.address}/metrics`)).text()).not.toContain('tanren_build_info');
}

const email = 'two-nodes@tanren.example';
const password = 'iron-2024-gym';
const client = { ClientId: 'tanren-web' };

/** Runs each step on another node. A revocation holds on both within a moment. */
async function expectOneSignIn(one: Node, other: Node): Promise<void> {
  const call = (node: Node, action: string, input: object) =>
    callPool(`${node.address}/cognito/`, action, input);
  await call(one, 'SignUp', { ...client, Username: email, Password: password });
  await vi.waitUntil(() => / (\d{8}) \(/.test(one.output()), polling);
  const ConfirmationCode = / (\d{8}) \(/.exec(one.output())?.[1];
  await call(other, 'ConfirmSignUp', { ...client, Username: email, ConfirmationCode });

  const ephemeral = createClientEphemeral();
  const challenge = await call(one, 'InitiateAuth', {
    ...client,
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME: email, SRP_A: ephemeral.shared.toString(16) },
  });
  const { AccessToken, IdToken } = readTokens(
    await call(other, 'RespondToAuthChallenge', {
      ...client,
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeResponses: answerChallenge(ephemeral, challenge, password, 'tanren'),
    }),
  );
  const request = async ({ address }: Node) =>
    (await fetch(`${address}/api/userinfo`, { headers: { authorization: `Bearer ${IdToken}` } }))
      .status;
  // The member is signed in but has no profile.
  expect([await request(one), await request(other)]).toEqual([404, 404]);
  await call(one, 'GlobalSignOut', { AccessToken });
  await expect.poll(() => request(other)).toBe(401);
  await expect.poll(() => request(one)).toBe(401);
}

/** Checks that a node leaves its balancer after one signal, and ends at once after two. */
async function leaveTheBalancer(leaving: Node, staying: Node): Promise<void> {
  const balancer = await startBalancer([leaving.address, staying.address]);
  const load = startLoad(balancer.url, 4, [
    { path: '/healthz' },
    { path: '/healthz' },
    { path: '/api/informations' },
  ]);
  await vi.waitUntil(() => balancer.countAnswers(leaving.address) > 20, polling);

  leaving.child.kill('SIGTERM');
  await vi.waitUntil(() => !balancer.isReady(leaving.address), polling);
  // The node is not ready but still answers requests that arrive.
  expect((await fetch(`${leaving.address}/healthz`)).status).toBe(200);
  expect(await leaving.exited).toEqual({ code: 0, signal: null });
  const before = balancer.countAnswers(staying.address);
  await vi.waitUntil(() => balancer.countAnswers(staying.address) > before + 20, polling);
  await load.stop();
  expect(load.failures).toEqual([]);

  staying.child.kill('SIGTERM');
  await vi.waitUntil(() => !balancer.isReady(staying.address), polling);
  // A signal that follows sooner counts as the same one.
  await sleep(500);
  staying.child.kill('SIGTERM');
  expect(await staying.exited).toEqual({ code: 143, signal: null });
}
