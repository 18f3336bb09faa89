import { randomUUID } from 'node:crypto';
import { type TrainerScope, trainerScopes } from '@tanren/domain/trainers/trainers';
import { testKeys } from '@tanren/user-pool/testing/test-keys';
import { describe, expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { readConfig } from '#config/config.ts';
import { trainerLinks } from '#db/schema/trainers.ts';
import { termsAgreements, userInfos } from '#db/schema/members.ts';
import { createOnboarding } from '#modules/members/onboarding.service.ts';
import { openIdentity } from '#composition/identity.ts';
import {
  type DocumentedCall,
  listDocumentedCalls,
  sendDocumentedCall,
  type SentCall,
} from './support/contract/documented-calls.ts';
import { menuContent, storeMenu } from './support/menus/menus.ts';
import { storeWorkout } from './support/workouts/workouts.ts';
import { shareTestApp } from './support/app.ts';
import { createTestDatabase } from './support/database.ts';
import { bySize } from './support/failures.ts';

/**
 * The access rule of every call. A call that is in the document but not here fails the test, and so
 * does a removed call. `account` is open to every signed-in member. The rules after it also need a
 * complete profile and the current terms. `trainer by link` needs only the link to the member, the
 * other trainer rules also the scope that the member shares. `staff with a recent password` covers
 * actions on a person: on the account, the contract, the records or the reservations. Arrivals,
 * walk-ins without a reservation and notes of the desk need no recent password, and neither do
 * calls that concern no single member.
 */
const rules: Readonly<Record<string, Rule>> = {
  'GET /calendar-feeds/:feedFile': 'public',
  'GET /informations': 'public',
  'GET /notification-unsubscriptions/:token': 'public',
  'POST /notification-unsubscriptions/:token': 'public',
  'GET /gyms': 'member',
  'GET /gyms/:gymId': 'member',
  'GET /gyms/:gymId/business-hours/:year/:month/:day': 'member',
  'GET /gyms/:gymId/crowd': 'member',
  'GET /gyms/:gymId/door': 'member',
  'POST /gyms/:gymId/memberships': 'member',
  'GET /gyms/:gymId/subscription-plans': 'member',
  'GET /gyms/:gymId/weekly-hours': 'member',
  'GET /my/authentication-events': 'account',
  'DELETE /my/calendar-feed': 'member',
  'GET /my/calendar-feed': 'member',
  'POST /my/calendar-feed': 'member',
  'DELETE /my/devices': 'account',
  'DELETE /my/devices/:deviceId': 'account',
  'GET /my/devices': 'account',
  'GET /my/export': 'account',
  'GET /my/favorite-training-sessions': 'member',
  'POST /my/favorite-training-sessions': 'member',
  'GET /my/membership-events': 'member',
  'DELETE /my/membership-requests/:requestId': 'member',
  'GET /my/memberships': 'member',
  'DELETE /my/memberships/:membershipId/end': 'member',
  'POST /my/memberships/:membershipId/requests': 'member',
  'GET /my/notification-settings': 'member',
  'PUT /my/notification-settings': 'member',
  'POST /my/push-subscriptions': 'member',
  'DELETE /my/push-subscriptions/:subscriptionId': 'member',
  'GET /my/recovery-codes': 'account',
  'POST /my/recovery-codes': 'account',
  'GET /my/reservation-waits': 'member',
  'POST /my/reservation-waits': 'member',
  'DELETE /my/reservation-waits/:waitId': 'member',
  'POST /my/terms-and-conditions-agreements': 'account',
  'POST /my/test-notifications': 'member',
  'GET /my/trainer-views': 'member',
  'DELETE /my/training-session-run': 'member',
  'GET /my/training-session-run': 'member',
  'POST /my/training-session-run': 'member',
  'PUT /my/training-session-run/skipped-sets': 'member',
  'GET /my/training-session-runs': 'member',
  'GET /my/training-sessions': 'member',
  'POST /my/training-sessions': 'member',
  'DELETE /my/training-sessions/:trainingSessionId': 'member',
  'GET /my/training-sessions/:trainingSessionId': 'member',
  'PUT /my/training-sessions/:trainingSessionId': 'member',
  'GET /my/workouts.csv': 'member',
  'POST /native-sessions': 'account',
  'DELETE /tanren-connection': 'account',
  'GET /tanren-connection': 'member',
  'POST /tanren-connection': 'member',
  'POST /tanren-connection/mqtt': 'member',
  'GET /todays-menu': 'member',
  'DELETE /trainer-connection-code': 'member',
  'GET /trainer-connection-code': 'member',
  'PATCH /trainer-connection-code': 'member',
  'POST /trainer-connection-code': 'member',
  'GET /trainer-training-sessions': 'member',
  'GET /training-reservations/gyms/:gymId': 'member',
  'GET /training-reservations/gyms/:gymId/:date': 'member',
  'POST /training-reservations/gyms/:gymId/:date': 'member',
  'GET /training-reservations/my': 'member',
  'DELETE /training-reservations/my/:reservationId': 'member',
  'GET /training-reservations/my/:reservationId': 'member',
  'PUT /training-reservations/my/:reservationId': 'member',
  'GET /training-reservations/my/:reservationId/calendar.ics': 'member',
  'GET /training-session-tags': 'member',
  'GET /training-sessions': 'member',
  'GET /training-sessions/:trainingSessionId': 'member',
  'POST /training-sessions/:trainingSessionId/reports': 'member',
  'GET /training-status': 'member',
  'DELETE /userinfo': 'account',
  'GET /userinfo': 'account',
  'PATCH /userinfo': 'account',
  'POST /userinfo': 'account',
  'GET /visits': 'member',
  'GET /visits/:date': 'member',
  'GET /rejected-workouts': 'member',
  'GET /workout-claims': 'member',
  'POST /workout-claims': 'member',
  'GET /workout-history/:workoutType': 'member',
  'GET /workout-loads': 'account',
  'GET /workout-ranking/:workoutType/:rankingType': 'member',
  'GET /workout-types': 'account',
  'GET /workouts': 'member',
  'GET /workouts/:workoutId': 'member',
  'GET /workouts/latest': 'account',
  'DELETE /workouts/:workoutId/correction': 'member',
  'PUT /workouts/:workoutId/correction': 'member',
  'GET /workouts/:workoutId/record': 'member',
  'DELETE /workouts/:workoutId/rejection': 'member',
  'PUT /workouts/:workoutId/rejection': 'member',
  'GET /trainer/members': 'trainer',
  'POST /trainer/members': 'trainer',
  'DELETE /trainer/members/:memberId': 'trainer by link',
  'GET /trainer/members/:memberId': 'trainer by link',
  'DELETE /trainer/members/:memberId/next-loads/:workoutType': 'trainer by history',
  'PUT /trainer/members/:memberId/next-loads/:workoutType': 'trainer by history',
  'GET /trainer/members/:memberId/training-sessions': 'trainer by link',
  'POST /trainer/members/:memberId/training-sessions': 'trainer by link',
  'DELETE /trainer/members/:memberId/training-sessions/:trainingSessionId': 'trainer by link',
  'GET /trainer/members/:memberId/training-sessions/:trainingSessionId': 'trainer by link',
  'PUT /trainer/members/:memberId/training-sessions/:trainingSessionId': 'trainer by link',
  'GET /trainer/members/:memberId/training-status': 'trainer by status',
  'GET /trainer/members/:memberId/workout-history/:workoutType': 'trainer by history',
  'GET /trainer/members/:memberId/workout-loads': 'trainer by history',
  'GET /trainer/members/:memberId/workout-types': 'trainer by history',
  'GET /trainer/members/:memberId/workouts': 'trainer by history',
  'GET /trainer/members/:memberId/workouts/:workoutId': 'trainer by history',
  'GET /staff/audit-log': 'staff',
  'POST /staff/gyms': 'staff',
  'GET /staff/gyms/:gymId': 'staff',
  'PUT /staff/gyms/:gymId': 'staff with a recent password',
  'GET /staff/gyms/:gymId/board': 'staff',
  'POST /staff/gyms/:gymId/board/mqtt': 'staff',
  'GET /staff/gyms/:gymId/membership-requests': 'staff',
  'GET /staff/gyms/:gymId/memberships': 'staff',
  'POST /staff/gyms/:gymId/memberships': 'staff with a recent password',
  'PUT /staff/gyms/:gymId/plans': 'staff with a recent password',
  'DELETE /staff/gyms/:gymId/special-days/:date': 'staff with a recent password',
  'PUT /staff/gyms/:gymId/special-days/:date': 'staff with a recent password',
  'POST /staff/gyms/:gymId/walk-ins': 'staff',
  'PUT /staff/gyms/:gymId/weekly-hours': 'staff with a recent password',
  'GET /staff/informations': 'staff',
  'POST /staff/informations': 'staff',
  'DELETE /staff/informations/:informationId': 'staff',
  'PUT /staff/informations/:informationId': 'staff',
  'GET /staff/machines': 'staff',
  'POST /staff/machines': 'staff',
  'GET /staff/machines/:machineId': 'staff',
  'POST /staff/machines/:machineId/retirement': 'staff',
  'POST /staff/machines/:machineId/secret': 'staff',
  'GET /staff/members': 'staff',
  'DELETE /staff/members/:member': 'staff with a recent password',
  'GET /staff/members/:member': 'staff',
  'GET /staff/members/:member/memberships': 'staff',
  'POST /staff/members/:member/sign-out': 'staff with a recent password',
  'DELETE /staff/members/:member/totp': 'staff with a recent password',
  'GET /staff/members/:member/workouts': 'staff',
  'DELETE /staff/members/:member/workouts/:workoutId': 'staff with a recent password',
  'GET /staff/members/:member/workouts/:workoutId': 'staff',
  'PUT /staff/members/:member/workouts/:workoutId': 'staff with a recent password',
  'GET /staff/members/:member/workouts/:workoutId/record': 'staff',
  'GET /staff/workout-corrections': 'staff',
  'POST /staff/workout-corrections/:correctionId/decision': 'staff with a recent password',
  'POST /staff/membership-requests/:requestId/decision': 'staff with a recent password',
  'GET /staff/memberships/:membershipId': 'staff',
  'POST /staff/memberships/:membershipId/changes': 'staff with a recent password',
  'GET /staff/rejected-messages': 'staff',
  'PUT /staff/reservations/:reservationId/entry': 'staff',
  'PUT /staff/reservations/:reservationId/note': 'staff',
  'GET /staff/session-reports': 'staff',
  'POST /staff/session-reports/:reportId/decision': 'staff',
};

type Rule =
  | 'public'
  | 'account'
  | 'member'
  | 'staff'
  | 'staff with a recent password'
  | 'trainer'
  | `trainer by ${'link' | TrainerScope}`;

const { db } = await createTestDatabase();
const now = () => new Date();
const rateLimits = { perMember: 1_000_000, perAddress: 1_000_000 };
const onboarding = createOnboarding(db, now);
const parts = { db, modules: productModules, rateLimits, onboarding };
const app = await shareTestApp(parts);
const userPoolKeys = testKeys;
const config = { ...readConfig({}), userPoolKeys };
const { userPool } = await openIdentity(config, db, { send: async () => {} }, now);
/** This app has an embedded pool, which adds a call. It still accepts the tokens of the tests. */
const whole = await shareTestApp({ ...parts, config, userPool });
const calls = await listDocumentedCalls(whole);
const named = calls.map((call) => [call.name, call] as const);
const ruleOf = ({ name }: DocumentedCall): Rule | undefined => rules[name];
const isTrainers = (call: DocumentedCall) => ruleOf(call)?.startsWith('trainer') === true;

const profile = {
  nickname: 'テツ',
  height: 170,
  weight: 65,
  exerciseHabit: 'weekly-1' as const,
  trainingPurposes: ['strength' as const],
  createdAt: now(),
  updatedAt: now(),
};

/**
 * Creates members who agreed to the given version of the terms. One statement creates all of them,
 * because there are many calls.
 */
async function makeMembers(count: number, changes: object, agreedVersion: number) {
  const subs = Array.from({ length: count }, () => randomUUID());
  await db.insert(userInfos).values(subs.map((sub) => ({ ...profile, ...changes, sub })));
  if (agreedVersion > 0) {
    const agreed = { version: agreedVersion, agreedAt: now() };
    await db.insert(termsAgreements).values(subs.map((sub) => ({ ...agreed, sub })));
  }
  // Each call gets a new member, because some calls erase theirs.
  return () => subs.pop() ?? randomUUID();
}

const takeReady = await makeMembers(10 * calls.length, {}, 3);

/** Members who have not finished onboarding, and the error that the protected calls answer. */
const onTheWay = {
  'without a profile': [() => randomUUID(), 'profile_incomplete'],
  'with a profile without weight': [
    await makeMembers(calls.length, { weight: null }, 3),
    'profile_incomplete',
  ],
  'without terms': [await makeMembers(calls.length, {}, 0), 'terms_not_agreed'],
  'with the terms before': [await makeMembers(calls.length, {}, 2), 'terms_not_agreed'],
} as const;

const missing = { status: 404, code: 'not_found' };

type Answer = Awaited<ReturnType<typeof sendDocumentedCall>>;

/** Returns whether access was granted. The rest of the answer does not matter here. */
function judge({ status, code }: Answer): string | null {
  return status === 401 || status === 403 ? code : 'let in';
}

const likeGroups = ['Trainer', 'Staff', 'trainers', 'staffs', 'trainer.staff', ''];

/** Chooses two groups for each call in the short run, and different ones for the next call. */
function chooseLikeGroups(call: DocumentedCall): string[] {
  const first = (calls.indexOf(call) * 2) % likeGroups.length;
  return bySize(likeGroups.slice(first, first + 2), likeGroups);
}

test('every documented call has an access rule, and every rule a call', () => {
  expect(calls.map(({ name }) => name).toSorted()).toEqual(Object.keys(rules).toSorted());
});

test('the table contains calls for trainers and for staff', () => {
  const count = (start: string) =>
    Object.values(rules).filter((rule) => rule.startsWith(start)).length;
  expect([count('trainer'), count('staff')]).toEqual([17, 44]);
});

describe.each(named)('%s', (_name, call) => {
  const rule = ruleOf(call);
  const isForAll = rule === 'public' || rule === 'account' || rule === 'member';

  test.each([{}, { as: 'nobody' }])('with the identity %o', async (sent) => {
    const expected = rule === 'public' ? 'let in' : 'unauthenticated';
    expect(judge(await sendDocumentedCall(whole, call, sent))).toBe(expected);
  });

  test.each(['member', 'trainer', 'staff'])('by a %s', async (group) => {
    const as = group === 'member' ? takeReady() : `${takeReady()}/${group}`;
    const isOpen = isForAll || rule?.startsWith(group) === true;
    // The pool itself rejects callers without an account, so permitted calls use the app without
    // one.
    const answer = await sendDocumentedCall(isOpen ? app : whole, call, { as });
    expect(judge(answer)).toBe(isOpen ? 'let in' : 'forbidden');
  });

  test('by a member with a group of a similar name', async () => {
    for (const group of chooseLikeGroups(call)) {
      const sent = { as: `${takeReady()}/${group}` };
      const answer = await sendDocumentedCall(isForAll ? app : whole, call, sent);
      expect(judge(answer)).toBe(isForAll ? 'let in' : 'forbidden');
    }
  });

  // spec 6.5
  test.each(Object.entries(onTheWay))('by a member %s', async (_who, [takeOne, rejection]) => {
    const as = `${takeOne()}/trainer/staff`;
    const isOpen = rule === 'public' || rule === 'account';
    const answer = await sendDocumentedCall(isOpen ? app : whole, call, { as });
    expect(judge(answer)).toBe(isOpen ? 'let in' : rejection);
  });
});

const ofStaff = named.filter(([, call]) => ruleOf(call)?.startsWith('staff') === true);

test.each(ofStaff)(
  '%s by staff who entered the password eleven minutes ago',
  async (_name, call) => {
    const answer = await sendDocumentedCall(app, call, { as: `${takeReady()}~/staff` });
    const isRejected = ruleOf(call) === 'staff with a recent password';
    expect(judge(answer)).toBe(isRejected ? 'recent_authentication_required' : 'let in');
  },
);

const aboutMember = named.filter(([, { path }]) => path.includes('/:memberId'));

/** Valid bodies, so that a call can only be rejected because of the link. */
const bodies: Readonly<Record<string, object>> = {
  'PUT /trainer/members/:memberId/next-loads/:workoutType': { loadKg: 40, reason: '腰のため' },
  'POST /trainer/members/:memberId/training-sessions': menuContent({ visibility: 'private' }),
  'PUT /trainer/members/:memberId/training-sessions/:trainingSessionId': {
    ...menuContent({ visibility: 'private' }),
    version: 1,
  },
};

/** Creates a member who has all kinds of data and a trainer, and returns that trainer's call. */
async function train(scopes: readonly TrainerScope[], endedAt: Date | null = null) {
  const [memberSub, trainerSub] = [randomUUID(), takeReady()];
  const link = { memberSub, trainerSub, scopes: [...scopes], linkedAt: now(), endedAt };
  const [made] = await db.insert(trainerLinks).values(link).returning();
  const workout = await storeWorkout(db, memberSub, { startedAt: now(), sets: [[400, 10]] });
  const session = await storeMenu(db, trainerSub, {
    visibility: 'private',
    forSub: memberSub,
  });
  const params = {
    memberId: made?.id ?? 0,
    workoutId: workout.id,
    workoutType: workout.workoutTypeId,
    trainingSessionId: session.id,
  };
  return async (call: DocumentedCall, sent: SentCall = {}) =>
    await sendDocumentedCall(app, call, {
      as: `${trainerSub}/trainer`,
      body: bodies[call.name],
      ...sent,
      params: { ...params, ...sent.params },
    });
}

test('every call about another member belongs to trainers and names its scope', () => {
  const byMember = aboutMember.map(([name]) => name).toSorted();
  const byRule = calls.filter((call) => ruleOf(call)?.includes(' by ') === true);
  expect(byMember).toEqual(byRule.map(({ name }) => name).toSorted());
  expect(calls.filter((call) => isTrainers(call) !== call.path.startsWith('/trainer/'))).toEqual(
    [],
  );
});

describe.each(aboutMember)('%s', (name, call) => {
  const scope = trainerScopes.find((one) => ruleOf(call) === `trainer by ${one}`);

  test('without a link', async () => {
    const request = await train(trainerScopes);
    expect(await request(call, { params: { memberId: 2_147_483_647 } })).toEqual(missing);
  });

  test('with a link of another trainer', async () => {
    const request = await train(trainerScopes);
    expect(await request(call, { as: `${takeReady()}/trainer` })).toEqual(missing);
  });

  test('after the link has ended', async () => {
    const request = await train(trainerScopes, now());
    // Ending a link can be repeated and reveals nothing.
    const over =
      name === 'DELETE /trainer/members/:memberId' ? { status: 204, code: null } : missing;
    expect(await request(call)).toEqual(over);
  });

  test('outside of the scope', async () => {
    const request = await train(trainerScopes.filter((one) => one !== scope));
    expect(judge(await request(call))).toBe(scope === undefined ? 'let in' : 'scope_not_granted');
  });

  test('with exactly the needed scope', async () => {
    const request = await train(scope === undefined ? [] : [scope]);
    expect(await request(call)).toMatchObject({ code: null });
    expect((await (await train(trainerScopes))(call)).status).toBeLessThan(300);
  });
});
