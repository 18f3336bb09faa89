import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { shareTestApp } from './support/app.ts';
import { listDocumentedCalls, sendDocumentedCall } from './support/contract/contract-calls.ts';
import { openTestPool } from './support/identity/pool-world.ts';
import { findTraces } from './support/members/member-traces.ts';
import { makeBrowser } from './support/members/push-service.ts';
import { menuContent } from './support/menus/menus.ts';

/**
 * Calls of members and trainers that do not lock the caller's account, and the row that protects
 * them instead: the call changes or references that row, which the erasure deletes. Such a call is
 * finished before the erasure, or finds no row. All other calls may write the first row of an
 * account, so they must lock it (`LockAccount`): a row that is written while the account is being
 * erased would otherwise stay forever.
 */
const protectedByRow: Readonly<Record<string, string>> = {
  'PATCH /userinfo': 'the profile',
  'POST /my/recovery-codes': 'the account itself',
  'POST /my/test-notifications': 'the device',
  'PUT /my/training-session-run/replaced-type': 'the run',
  'PUT /my/training-session-run/skipped-sets': 'the run',
  'PUT /my/training-sessions/:trainingSessionId': 'the menu',
  'POST /my/memberships/:membershipId/requests': 'the membership',
  'PUT /training-reservations/my/:reservationId': 'the reservation',
  'PATCH /trainer-connection-code': 'the code',
  'POST /trainer/members/:memberId/training-sessions': 'the link',
  'PUT /trainer/members/:memberId/training-sessions/:trainingSessionId': 'the link',
  'PUT /trainer/members/:memberId/next-loads/:workoutType': 'the link',
};

const { endpoint, keys } = makeBrowser('https://push.example/1');

/** Bodies of calls that reject the smallest body of their schema before they lock the account. */
const bodies: Readonly<Record<string, object>> = {
  'POST /my/terms-and-conditions-agreements': { version: 3 },
  'POST /my/push-subscriptions': { endpoint, keys },
  'POST /tanren-connection': { code: '1-000000' },
  'POST /workout-claims': { code: 'C1-ABCD-EFGH-JKLM' },
  'POST /my/training-sessions': menuContent(),
  'POST /my/membership-requests/:requestId/guardian-mail': {
    name: '鍛錬 母',
    relation: 'mother',
    email: 'mother@tanren.example',
  },
};

const { db, url, config, userPool } = await openTestPool();
const app = await shareTestApp({ db, modules: productModules, config, userPool });

/**
 * Deletions write no first row, staff cannot be erased, and a token of a mail names no caller. The
 * decision of a guardian locks the account of the member who applied.
 */
const writing = (await listDocumentedCalls(app))
  .filter(({ method }) => method !== 'GET' && method !== 'DELETE')
  .filter(({ path }) => !path.startsWith('/notification-unsubscriptions/'))
  .filter(({ path }) => !path.startsWith('/guardian-consents/'))
  .filter(({ path }) => !path.startsWith('/staff/'));

const subs: string[] = [];

// The tokens of this app belong to accounts that do not exist, as after an erasure.
test.each(writing.map((call) => [call.name, call] as const))(
  '%s locks the account, or a row protects it',
  async (name, call) => {
    const sub = randomUUID();
    subs.push(sub);
    const as = call.path.startsWith('/trainer/') ? `${sub}/trainer` : sub;
    const { status } = await sendDocumentedCall(app, call, { as, body: bodies[name] });
    expect(status === 401, `locks the account (answered ${status})`).toBe(
      protectedByRow[name] === undefined,
    );
  },
);

test('no call stored anything', async () => {
  expect(subs).toHaveLength(writing.length);
  expect(await findTraces(url, subs)).toEqual([]);
});

test('the tables contain no removed call', () => {
  const names = writing.map(({ name }) => name);
  expect(
    Object.keys({ ...protectedByRow, ...bodies }).filter((name) => !names.includes(name)),
  ).toEqual([]);
});
