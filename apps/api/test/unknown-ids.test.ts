import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { trainingSessions } from '#db/schema/menus.ts';
import { staffAuditLog } from '#db/schema/staff.ts';
import { workouts } from '#db/schema/workouts.ts';
import {
  type DocumentedCall,
  listDocumentedCalls,
  sendDocumentedCall,
  type SentCall,
} from './support/contract/contract-calls.ts';
import { addGym, openDaily } from './support/gyms/gyms.ts';
import { addMachine } from './support/machines/machines.ts';
import { menuContent, storeMenu } from './support/menus/menus.ts';
import { storeTrainerLink } from './support/trainers/trainers.ts';
import { storeWorkout } from './support/workouts/workouts.ts';
import { narrowIds } from './support/database/busy-workouts.ts';
import { openWorld } from './support/world.ts';

/*
 * Every call is sent the largest ids, ids of other members, cursors that no list issued, and the
 * largest numbers with odd texts. None may cause a server error.
 */

const { db, app, url, addMember } = await openWorld(new Date());
// Columns of 32 bits reject larger numbers, unlike those of a new database.
await narrowIds(url);
/** Deletions run last: they end the link that the other calls need. */
const calls = (await listDocumentedCalls(app)).toSorted(
  (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
);

const [member, trainer, stranger] = [await addMember(), randomUUID(), randomUUID()];
const { id: gymId } = await addGym(db, openDaily(9, 23));
// The machine of stored workouts.
await addMachine(db, { id: 7, gymId });
const lifted = { startedAt: new Date(), gymId, sets: [[400, 5]] } as const;
const own = {
  member,
  memberId: (await storeTrainerLink(db, { memberSub: member, trainerSub: trainer })).id,
  workoutId: (await storeWorkout(db, member, lifted)).id,
  trainingSessionId: (await storeMenu(db, member, { visibility: 'private' })).id,
};

const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString().slice(0, 10);
const madeFrom = { version: 1 };
const bankAccount = {
  bankCode: '0001',
  branchCode: '001',
  accountKind: 'ordinary',
  accountNumber: '1234567',
};
/** Valid requests where the smallest one would break a rule. */
const valid: Readonly<Record<string, SentCall>> = {
  'PUT /my/training-sessions/:trainingSessionId': { body: { ...menuContent(), ...madeFrom } },
  'POST /trainer/members/:memberId/training-sessions': { body: menuContent() },
  'PUT /trainer/members/:memberId/training-sessions/:trainingSessionId': {
    body: { ...menuContent(), ...madeFrom },
  },
  'POST /my/favorite-training-sessions': {
    body: { trainingSessionId: own.trainingSessionId, favorite: true },
  },
  'POST /my/training-session-run': { body: { trainingSessionId: own.trainingSessionId } },
  'POST /my/memberships/:membershipId/requests': {
    body: { draftId: randomUUID(), kind: 'end', note: '' },
  },
  'POST /my/membership-requests/:requestId/guardian-mail': {
    body: { name: '鍛錬 母', relation: 'mother', email: 'mother@tanren.example' },
  },
  'PUT /staff/gyms/:gymId/weekly-hours': {
    body: { weekly: Array.from({ length: 7 }, () => null), ...madeFrom },
  },
  'PUT /staff/gyms/:gymId/special-days/:date': {
    params: { date: tomorrow },
    body: { hours: null, note: '', ...madeFrom },
  },
  'DELETE /staff/gyms/:gymId/special-days/:date': { params: { date: tomorrow } },
  'POST /staff/membership-requests/:requestId/decision': { body: { approve: true } },
  'POST /staff/gyms/:gymId/memberships': {
    body: { member, planId: 1, fromDay: tomorrow, name: '鍛錬 花子', reason: '入会' },
  },
  'POST /staff/memberships/:membershipId/dues': {
    body: {
      draftId: randomUUID(),
      month: tomorrow.slice(0, 7),
      kind: 'payment',
      amount: 100,
      reason: '現金',
    },
  },
  'PUT /staff/memberships/:membershipId/debit-account': {
    body: { ...bankAccount, holder: 'タンレン ハナコ' },
  },
  'PUT /staff/gyms/:gymId/dues-collector': {
    body: { ...bankAccount, consignorCode: '1234567890', consignorName: 'タンレン' },
  },
  'POST /staff/gyms/:gymId/dues/:month/transfers': { body: { onDay: tomorrow } },
  'POST /staff/memberships/:membershipId/changes': {
    body: { kind: 'end', fromDay: tomorrow, reason: '退会', ...madeFrom },
  },
};

/** Lists the parameters that name something. A month always exists, even without a visit. */
const listIds = ({ path }: DocumentedCall) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name).filter((name) => name !== 'month');
const missing = { status: 404, code: 'not_found' };

test.each(calls.filter((call) => listIds(call).length > 0))(
  '$name answers 404 for an unknown id',
  async (call) => {
    const as = `${trainer}/trainer/staff`;
    expect(await sendDocumentedCall(app, call, { as, ...valid[call.name] })).toEqual(missing);
  },
);

const ownCalls = calls.filter((call) => {
  const ids = listIds(call);
  const isInBody = JSON.stringify(valid[call.name]?.body ?? {}).includes('trainingSessionId');
  return (
    !call.path.startsWith('/staff/') && (isInBody || ids.length > 0) && ids.every((id) => id in own)
  );
});

test.each(ownCalls)('$name answers 404 for the id of another member', async (call) => {
  const sent = { as: `${stranger}/trainer`, params: own, ...valid[call.name] };
  expect(await sendDocumentedCall(app, call, sent)).toEqual(missing);
});

test('the calls changed nothing, and no log of staff contains them', async () => {
  expect(await db.$count(staffAuditLog)).toBe(0);
  expect(await db.select().from(workouts)).toMatchObject([{ id: own.workoutId, sub: member }]);
  expect(await db.select().from(trainingSessions)).toMatchObject([
    { id: own.trainingSessionId, authorSub: member, title: '胸と背中の日', version: 1 },
  ]);
});

const encode = (text: string) => Buffer.from(text).toString('base64url');
const cursors = [
  'x',
  'A'.repeat(200),
  ...['x', '\0', '9'.repeat(30), '99999999999999999.1', '1.99999999999999999'].map(encode),
];
/** The list of sign-ins is empty without a user pool, whatever the cursor. */
const paged = calls.filter(
  ({ path, operation: { parameters = [] } }) =>
    path !== '/my/authentication-events' && parameters.some(({ name }) => name === 'cursor'),
);

test.each(paged)('$name rejects a cursor that no list issued', async (call) => {
  const sent = { as: `${trainer}/trainer/staff`, params: { ...own, gymId } };
  for (const cursor of cursors) {
    expect(await sendDocumentedCall(app, call, { ...sent, query: { cursor } })).toEqual({
      status: 400,
      code: 'invalid_request',
    });
  }
});

test.each(paged)('$name answers a cursor with an id of 64 bits', async (call) => {
  const sent = { as: `${trainer}/trainer/staff`, params: { ...own, gymId } };
  const cursor = encode(`1700000000000000.${Number.MAX_SAFE_INTEGER}`);
  const { status } = await sendDocumentedCall(app, call, { ...sent, query: { cursor } });
  expect(status).toBeLessThan(500);
});

/** The member is left out, who would revoke the trainer's access. */
const people = [stranger, `${trainer}/trainer`, `${stranger}/staff`];

test.each(calls)('$name with extreme values causes no server error', async (call) => {
  for (const as of people) {
    for (const params of call.path.includes(':') ? [{}, own] : [{}]) {
      const { status } = await sendDocumentedCall(app, call, { as, params, extreme: true });
      expect(status).toBeLessThan(500);
    }
  }
});
