import { authenticationEvents } from '@tanren/user-pool/schema/authentication-events';
import { userPoolSessions } from '@tanren/user-pool/schema/sessions';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { readZip } from '#test/support/members/read-zip.ts';
import { bearer, shareTestApp } from '#test/support/app.ts';
import { openTestPool } from '#test/support/identity/pool-world.ts';

const { db, config, now, userPool, addAccount } = await openTestPool(
  () => new Date('2025-08-15T03:00:00Z'),
);
const app = await shareTestApp({ config, db, now, modules: productModules, userPool });

test('exports what the pool stores about an account, without its secrets', async () => {
  const groups = ['member', 'trainer'];
  const { sub } = await addAccount({ email: 'Export@Example.com', groups });
  await addAccount();
  const session = { originJti: randomUUID(), sub, clientId: 'tanren-web' };
  const times = { authenticatedAt: now(), expiresAt: new Date('2025-09-14T03:00:00Z') };
  const seen = { createdAt: now(), lastSeenAt: now(), userAgent: 'Mozilla/5.0 (iPhone)' };
  await db.insert(userPoolSessions).values({ ...session, ...times, ...seen });
  await db.insert(authenticationEvents).values({
    sub,
    at: now(),
    operation: 'sign-in',
    outcome: 'success',
    network: '203.0.113.0/24',
    requestId: 'r-1',
  });

  const response = await app.inject({ url: '/api/my/export', headers: bearer(sub) });
  const files = readZip(response.rawPayload);
  expect(JSON.parse(files.get('account.json') ?? '')).toEqual([
    {
      sub,
      email: 'export@example.com',
      emailVerified: true,
      groups: ['member', 'trainer'],
      attributes: {},
      totpEnabled: false,
      emailCodeEnabled: false,
      createdAt: '2025-08-15T03:00:00.000Z',
      updatedAt: '2025-08-15T03:00:00.000Z',
    },
  ]);
  expect(files.get('account.csv')?.split('\r\n')[1]).toBe(
    `${sub},export@example.com,確認済み,member、trainer,未使用,未使用,2025-08-15 12:00:00,2025-08-15 12:00:00`,
  );
  expect(files.get('sign-ins.csv')?.split('\r\n')[1]).toBe(
    '2025-08-15 12:00:00,2025-09-14 12:00:00,,2025-08-15 12:00:00,Mozilla/5.0 (iPhone)',
  );
  expect(files.get('authentication-events.csv')?.split('\r\n')[1]).toBe(
    '2025-08-15 12:00:00,sign-in,success,203.0.113.0/24,r-1',
  );
  expect([...files.values()].join()).not.toContain(session.originJti);
});

test('fills every column in every part', async () => {
  const { sub } = await addAccount();
  const times = { authenticatedAt: now(), expiresAt: now(), revokedAt: now() };
  await db
    .insert(userPoolSessions)
    .values({ originJti: randomUUID(), sub, clientId: 'tanren-web', ...times });
  const response = await app.inject({ url: '/api/my/export', headers: bearer(sub) });
  for (const [name, text] of readZip(response.rawPayload)) {
    if (!name.endsWith('.csv')) continue;
    const [headers = '', ...rows] = text.trimEnd().split('\r\n');
    for (const row of rows) expect(row.split(',')).toHaveLength(headers.split(',').length);
  }
});
