import { randomUUID } from 'node:crypto';
import { type TrainerScope, trainerScopes } from '@tanren/domain/trainers/trainers';
import { describe, expect, test } from 'vitest';
import { trainerLinks } from '#db/schema/trainers.ts';
import {
  type DocumentedCall,
  listDocumentedCalls,
  sendDocumentedCall,
  type SentCall,
} from './support/contract/contract-calls.ts';
import { menuContent, storeMenu } from './support/menus/menus.ts';
import { storeWorkout } from './support/workouts/workouts.ts';
import { shareTestApp, unusedDatabase } from './support/app.ts';
import { openTestPool } from './support/identity/pool-world.ts';
import { modules, rateLimits } from './support/world.ts';

/**
 * The access rule of every call. A call that is in the document but not here fails the test, and so
 * does a removed call. `account` is open to every signed-in member. The rules after it also need a
 * complete profile and the current terms. `trainer by link` needs only the link to the member, the
 * other trainer rules also the scope that the member shares. Staff need a recent password for
 * actions on a person: on the account, the contract, the records or the reservations. Arrivals,
 * walk-ins without a reservation and notes of the desk need none, and neither do calls that concern
 * no single member.
 */
const rules: Readonly<Record<string, Rule>> = {
  'GET /calendar-feeds/:feedFile': 'public',
  'POST /guardian-consents/decide': 'public',
  'POST /guardian-consents/read': 'public',
  'GET /informations': 'public',
  'GET /notification-unsubscriptions/:token': 'public',
  'POST /notification-unsubscriptions/:token': 'public',
  'GET /gyms': 'member',
  'GET /gyms/:gymId': 'member',
  'GET /gyms/:gymId/business-hours/:year/:month/:day': 'member',
  'GET /gyms/:gymId/crowd': 'member',
  'GET /gyms/:gymId/door': 'member',
  'GET /gyms/:gymId/floor': 'member',
  'GET /gyms/:gymId/join-confirmation': 'member',
  'GET /gyms/:gymId/legal-notice': 'public',
  'POST /gyms/:gymId/memberships': 'member',
  'GET /gyms/:gymId/subscription-plans': 'member',
  'GET /gyms/:gymId/weekly-hours': 'member',
  'GET /my/authentication-events': 'account',
  'DELETE /my/calendar-feed': 'member',
  'GET /my/calendar-feed': 'member',
  'POST /my/calendar-feed': 'member with a recent password',
  'DELETE /my/devices': 'account with a recent password',
  'DELETE /my/devices/:deviceId': 'account with a recent password',
  'GET /my/devices': 'account',
  'GET /my/dues': 'member',
  'GET /my/export': 'account with a recent password',
  'GET /my/favorite-training-sessions': 'member',
  'POST /my/favorite-training-sessions': 'member',
  'DELETE /my/health-checks/:gymId': 'member',
  'GET /my/health-checks': 'member',
  'GET /my/health-checks/:gymId': 'member',
  'PUT /my/health-checks/:gymId': 'member',
  'DELETE /my/machine-hold': 'member',
  'POST /my/machine-hold': 'member',
  'GET /my/membership-events': 'member',
  'DELETE /my/membership-requests/:requestId': 'member',
  'GET /my/membership-confirmations/:confirmationId': 'member',
  'POST /my/membership-requests/:requestId/guardian-mail': 'member',
  'GET /my/memberships': 'member',
  'DELETE /my/memberships/:membershipId/end': 'member',
  'POST /my/memberships/:membershipId/requests': 'member',
  'GET /my/notification-settings': 'member',
  'PUT /my/notification-settings': 'member',
  'POST /my/push-subscriptions': 'member',
  'DELETE /my/push-subscriptions/:subscriptionId': 'member',
  'GET /my/recovery-codes': 'account',
  'POST /my/recovery-codes': 'account with a recent password',
  'GET /my/reservation-waits': 'member',
  'POST /my/reservation-waits': 'member',
  'DELETE /my/reservation-waits/:waitId': 'member',
  'POST /my/terms-and-conditions-agreements': 'account',
  'POST /my/test-notifications': 'member',
  'GET /my/trainer-views': 'member',
  'DELETE /my/training-session-run': 'member',
  'GET /my/training-session-run': 'member',
  'POST /my/training-session-run': 'member',
  'GET /my/training-session-run/next-machines': 'member',
  'PUT /my/training-session-run/replaced-type': 'member',
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
  'POST /trainer-connection-code': 'member with a recent password',
  'GET /trainer-training-sessions': 'member',
  'GET /training-reservations/gyms/:gymId': 'member',
  'GET /training-reservations/gyms/:gymId/:date': 'member',
  'POST /training-reservations/gyms/:gymId/:date': 'member',
  'GET /training-reservations/my': 'member',
  'DELETE /training-reservations/my/:reservationId': 'member',
  'GET /training-reservations/my/:reservationId': 'member',
  'PUT /training-reservations/my/:reservationId': 'member',
  'GET /training-reservations/my/:reservationId/calendar.ics': 'member',
  'GET /training-reservations/suggestion': 'member',
  'GET /training-session-tags': 'member',
  'GET /training-sessions': 'member',
  'GET /training-sessions/:trainingSessionId': 'member',
  'POST /training-sessions/:trainingSessionId/reports': 'member',
  'GET /training-status': 'member',
  'DELETE /userinfo': 'account with a recent password',
  'GET /userinfo': 'account',
  'PATCH /userinfo': 'account',
  'POST /userinfo': 'account',
  'GET /visits': 'member',
  'GET /visits/:date': 'member',
  'GET /visits/months/:month': 'member',
  'GET /rejected-workouts': 'member',
  'GET /workout-claims': 'member',
  'POST /workout-claims': 'member',
  'GET /workout-history/:workoutType': 'member',
  'GET /workout-loads': 'account',
  'GET /workout-ranking/:workoutType/:rankingType': 'member',
  'GET /workout-strength/:workoutType': 'member',
  'GET /workout-trends': 'member',
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
  'GET /trainer/members/:memberId/strength-calibration': 'trainer by history',
  'GET /trainer/members/:memberId/training-sessions': 'trainer by link',
  'POST /trainer/members/:memberId/training-sessions': 'trainer by link',
  'DELETE /trainer/members/:memberId/training-sessions/:trainingSessionId': 'trainer by link',
  'GET /trainer/members/:memberId/training-sessions/:trainingSessionId': 'trainer by link',
  'PUT /trainer/members/:memberId/training-sessions/:trainingSessionId': 'trainer by link',
  'GET /trainer/members/:memberId/training-status': 'trainer by status',
  'GET /trainer/members/:memberId/workout-history/:workoutType': 'trainer by history',
  'GET /trainer/members/:memberId/workout-loads': 'trainer by history',
  'GET /trainer/members/:memberId/workout-strength/:workoutType': 'trainer by history',
  'GET /trainer/members/:memberId/workout-types': 'trainer by history',
  'GET /trainer/members/:memberId/workouts': 'trainer by history',
  'GET /trainer/members/:memberId/workouts/:workoutId': 'trainer by history',
  'GET /staff/audit-log': 'staff',
  'POST /staff/gyms': 'staff',
  'GET /staff/gyms/:gymId': 'staff',
  'PUT /staff/gyms/:gymId': 'staff with a recent password',
  'GET /staff/gyms/:gymId/board': 'staff',
  'POST /staff/gyms/:gymId/board/mqtt': 'staff',
  'GET /staff/gyms/:gymId/dues-collector': 'staff',
  'PUT /staff/gyms/:gymId/dues-collector': 'staff with a recent password',
  'GET /staff/gyms/:gymId/dues/:month': 'staff',
  'POST /staff/gyms/:gymId/dues/:month/charges': 'staff with a recent password',
  'GET /staff/gyms/:gymId/dues/:month/csv': 'staff with a recent password',
  'POST /staff/gyms/:gymId/dues/:month/results': 'staff with a recent password',
  'POST /staff/gyms/:gymId/dues/:month/transfers': 'staff with a recent password',
  'GET /staff/gyms/:gymId/floor': 'staff',
  'PUT /staff/gyms/:gymId/floor': 'staff',
  'GET /staff/gyms/:gymId/health-checks/:member': 'staff',
  'GET /staff/gyms/:gymId/membership-requests': 'staff',
  'GET /staff/gyms/:gymId/memberships': 'staff',
  'POST /staff/gyms/:gymId/memberships': 'staff with a recent password',
  'PUT /staff/gyms/:gymId/legal-notice': 'staff with a recent password',
  'PUT /staff/gyms/:gymId/plans': 'staff with a recent password',
  'DELETE /staff/gyms/:gymId/special-days/:date': 'staff with a recent password',
  'PUT /staff/gyms/:gymId/special-days/:date': 'staff with a recent password',
  'GET /staff/gyms/:gymId/waits': 'staff',
  'POST /staff/gyms/:gymId/walk-ins': 'staff',
  'PUT /staff/gyms/:gymId/weekly-hours': 'staff with a recent password',
  'GET /staff/informations': 'staff',
  'POST /staff/informations': 'staff',
  'DELETE /staff/informations/:informationId': 'staff',
  'PUT /staff/informations/:informationId': 'staff',
  'GET /staff/machines': 'staff',
  'POST /staff/machines': 'staff',
  'GET /staff/machines/:machineId': 'staff',
  'PUT /staff/machines/:machineId/inspection': 'staff',
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
  'GET /staff/membership-confirmations/:confirmationId': 'staff',
  'POST /staff/membership-requests/:requestId/decision': 'staff with a recent password',
  'GET /staff/memberships/:membershipId': 'staff',
  'POST /staff/memberships/:membershipId/changes': 'staff with a recent password',
  'DELETE /staff/memberships/:membershipId/debit-account': 'staff with a recent password',
  'GET /staff/memberships/:membershipId/debit-account': 'staff with a recent password',
  'PUT /staff/memberships/:membershipId/debit-account': 'staff with a recent password',
  'GET /staff/memberships/:membershipId/dues': 'staff',
  'POST /staff/memberships/:membershipId/dues': 'staff with a recent password',
  'PUT /staff/memberships/:membershipId/name-kana': 'staff with a recent password',
  'GET /staff/rejected-messages': 'staff',
  'PUT /staff/reservations/:reservationId/entry': 'staff',
  'PUT /staff/reservations/:reservationId/note': 'staff',
  'GET /staff/session-reports': 'staff',
  'POST /staff/session-reports/:reportId/decision': 'staff',
};

type Rule =
  | 'public'
  | `${'account' | 'member' | 'staff'}${'' | ' with a recent password'}`
  | 'trainer'
  | `trainer by ${'link' | TrainerScope}`;

const steps = ['profile_incomplete', 'terms_not_agreed'] as const;

const { db, now, config, userPool } = await openTestPool();
/** A member who has not finished onboarding has the name of the missing step. */
const findMissingStep = async (sub: string) => steps.find((step) => step === sub) ?? null;
const onboarding = { findMissingStep, clear: () => {} };
/** These apps have no database, because only the access matters: whoever is let in gets 503. */
const away = { db: unusedDatabase(), modules, rateLimits, onboarding };
const plain = await shareTestApp(away);
/** This app has an embedded pool, which adds a call and rejects callers without an account. */
const whole = await shareTestApp({ ...away, config, userPool });
const calls = await listDocumentedCalls(whole);
const named = calls.map((call) => [call.name, call] as const);
const ruleOf = ({ name }: DocumentedCall): Rule | undefined => rules[name];
const isTrainers = (call: DocumentedCall) => ruleOf(call)?.startsWith('trainer') === true;

test('every documented call has an access rule, and every rule a call', () => {
  expect(calls.map(({ name }) => name).toSorted()).toEqual(Object.keys(rules).toSorted());
});

test('the table contains calls for trainers and for staff', () => {
  const count = (start: string) =>
    Object.values(rules).filter((rule) => rule.startsWith(start)).length;
  expect([count('trainer'), count('staff')]).toEqual([19, 64]);
});

/** Lists callers by their token, and why each is denied access. `null` when access is granted. */
function listCallers(call: DocumentedCall): Readonly<Record<string, string | null>> {
  const rule = ruleOf(call) ?? '';
  const isForAll = /^(public|account|member)/.test(rule);
  const forGroup = (group: string) => (isForAll || rule.startsWith(group) ? null : 'forbidden');
  const unknown = rule === 'public' ? null : 'unauthenticated';
  const isStale = rule.endsWith('with a recent password');
  const like = /^GET .(trainer.members|staff.audit-log)$/.test(call.name)
    ? ['Trainer', 'Staff', 'trainers', 'staffs', 'trainer.staff', '']
    : [];
  return {
    '': unknown,
    nobody: unknown,
    member: forGroup('member'),
    'member/trainer': forGroup('trainer'),
    'member/staff': forGroup('staff'),
    'member~/staff': isStale ? 'recent_authentication_required' : forGroup('staff'),
    ...(isForAll ? {} : Object.fromEntries(like.map((group) => [`member/${group}`, 'forbidden']))),
    ...Object.fromEntries(
      steps.map((step) => [`${step}/trainer/staff`, /^(public|account)/.test(rule) ? null : step]),
    ),
  };
}

// spec 6.5
test.each(named)('%s', async (_name, call) => {
  const callers = listCallers(call);
  const denied: Record<string, string | null> = {};
  for (const [as, expected] of Object.entries(callers)) {
    const sent = as === '' ? {} : { as };
    const { status, code } = await sendDocumentedCall(expected === null ? plain : whole, call, sent)
      // An export breaks off without a database.
      .catch(() => ({ status: 0, code: null }));
    denied[as] = status === 401 || status === 403 ? code : null;
  }
  expect(denied).toEqual(callers);
});

const app = await shareTestApp({ db, modules, rateLimits });

const missing = { status: 404, code: 'not_found' };

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
  const [memberSub, trainerSub] = [randomUUID(), randomUUID()];
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
    expect(await request(call, { as: `${randomUUID()}/trainer` })).toEqual(missing);
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
    const { code } = await request(call);
    expect(code).toBe(scope === undefined ? null : 'scope_not_granted');
  });

  test('with exactly the needed scope', async () => {
    const request = await train(scope === undefined ? [] : [scope]);
    expect(await request(call)).toMatchObject({ code: null });
    expect((await (await train(trainerScopes))(call)).status).toBeLessThan(300);
  });
});
