import { randomInt, randomUUID } from 'node:crypto';
import {
  type AckMessage,
  type WorkoutMessage,
  machineTopic,
} from '@tanren/contract/machines/machine-messages';
import type { AuditEntry } from '@tanren/contract/staff/staff-audit-log';
import { addDays, toGymDay, toGymInstant } from '@tanren/domain/gyms/gym-time';
import { healthCheckVersion, mapHealthQuestions } from '@tanren/domain/memberships/health-check';
import { setUserGroups } from '@tanren/user-pool/administration';
import {
  userPoolRecoveryCodes,
  userPoolSignUps,
  userPoolUsers,
} from '@tanren/user-pool/schema/users';
import { eq, inArray } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { productModules } from '#app.ts';
import { rejectErased } from '#http/auth/token-checks.ts';
import { eraseMember, listMemberExports } from '#composition/member-data.ts';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { doorEntries } from '#db/schema/booking.ts';
import { machineHolds } from '#db/schema/machines.ts';
import { guardianConsents, healthChecks, membershipRequests } from '#db/schema/memberships.ts';
import { trainingSessionRuns } from '#db/schema/menus.ts';
import { poolAccountParts } from '#embedded/account-export.ts';
import { sealAnswers } from '#modules/memberships/health-answers.ts';
import { closeAccount, lockAccount } from '#embedded/accounts.ts';
import { bearer, shareTestApp } from './support/app.ts';
import { openTestBus } from './support/broker.ts';
import { waitUntilBlocked } from './support/database.ts';
import { bySize } from './support/failures.ts';
import { addGym, openDaily } from './support/gyms/gyms.ts';
import { openPoolWorld, password } from './support/identity/pool-world.ts';
import { addMachine, showLinkCode } from './support/machines/machines.ts';
import { addPlan, createJoin } from './support/memberships/memberships.ts';
import {
  listUnexportedColumns,
  type ReadPart,
  readsTable,
  unexportedColumns,
} from './support/members/export-columns.ts';
import { findTraces, storeTraces, listTables } from './support/members/member-traces.ts';
import { menuContent, storeMenu } from './support/menus/menus.ts';

/**
 * Tables that never identify a member. A new table must either be listed here or get a row in
 * `createAllData`, so that its erasure cannot be forgotten.
 */
const impersonalTables = [
  'drizzle.__drizzle_migrations',
  // Encrypted accounts and amounts of a membership number, without a person.
  'public.debit_accounts',
  'public.dues_collectors',
  'public.dues_entries',
  'public.dues_transfer_items',
  'public.dues_transfers',
  // Slots and entry times of members who have left, without their identity.
  'public.departed_visits',
  // Hashes of ids, stored for two days.
  'public.erased_accounts',
  // Places of machines.
  'public.floor_cells',
  // Secrets of locks, which belong to no member.
  'public.gym_doors',
  'public.gym_floors',
  // Details of the operator of a gym.
  'public.gym_legal_notices',
  'public.gym_special_days',
  // Sums of all bouts of a weekday and hour.
  'public.gym_type_hours',
  'public.gym_weekly_hours',
  'public.gyms',
  'public.informations',
  'public.machine_offset_days',
  'public.machine_offsets',
  'public.machines',
  // Plans and days of a membership number, without a person.
  'public.membership_terms',
  // Counts of members, without their identity.
  'public.ranking_counts',
  // Announcements to many members, and the id of the last recipient, which reveals nothing.
  'public.notification_broadcasts',
  // Keyed hashes that expire within minutes.
  'public.rate_limit_windows',
  'public.server_keys',
  'public.subscription_plans',
  // Workouts on a machine without a known member.
  'public.unlinked_bouts',
  'public.user_pool_installation',
  // Keyed hashes that expire within the day. They also exist for unknown email addresses.
  'public.user_pool_allowances',
  'public.user_pool_guesses',
  'public.user_pool_spent_tickets',
];

/**
 * Tables about members that the export leaves out. A new table must either be read by a part of the
 * export or be listed here with a reason.
 */
const unexportedTables = [
  // Encrypted answers, for a day.
  'public.idempotency_keys',
  // Secrets that are valid for seconds or minutes.
  'public.live_tickets',
  // Texts of notifications, which are deleted after they were sent.
  'public.notification_outbox',
  // Derived from workouts.
  'public.ranking_entries',
  // The part of the account takes the address from the token.
  'public.token_addresses',
  // A secret that is valid for 15 minutes.
  'public.trainer_codes',
  // Copies of menus, for the search.
  'public.training_session_search',
  'public.training_session_tags',
  // Secrets of the sign-in, and sign-ups that were never confirmed.
  'public.user_pool_codes',
  'public.user_pool_delegation_codes',
  'public.user_pool_recovery_codes',
  'public.user_pool_refresh_tokens',
  'public.user_pool_sign_ups',
  // Derived from workouts.
  'public.withheld_records',
  'public.workout_bests',
  // The history of the records has every step of a correction.
  'public.workout_corrections',
];

const { bus, send, listen } = await openTestBus();
const { db, url, app, mails, now, callPool: pool, signIn } = await openPoolWorld({ bus });
const healthKey = Buffer.alloc(32);
const anyMachine = await addMachine(db);
/** A gym with one seat. */
const gym = await addGym(db, openDaily(0, 24), { id: 900, capacity: 1 });
/** A gym where staff decide about new members. */
const strictGym = await addGym(db, openDaily(0, 24), { id: 901, joining: 'approval' });
const strictPlan = await addPlan(db, strictGym.id, { offered: true, retiredAt: null });
const join = createJoin(db);
const tomorrow = addDays(toGymDay(now()), 1);
const anyMenu = await storeMenu(db, randomUUID());

async function api(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  token: string,
  payload?: object,
) {
  const body = payload === undefined ? {} : { payload };
  return await app.inject({ method, url: `/api${path}`, headers: bearer(token), ...body });
}

const profile = {
  nickname: '消える会員',
  height: 170,
  weight: 60,
  exerciseHabit: 'weekly-1',
  trainingPurposes: ['health'],
};

async function signUp() {
  const email = `${randomUUID()}@example.com`;
  await pool('SignUp', { Username: email, Password: password });
  const mail = mails.findLast(({ to }) => to === email);
  const ConfirmationCode = /\d{8}/.exec(mail?.text ?? '')?.[0];
  await pool('ConfirmSignUp', { Username: email, ConfirmationCode });
  const { IdToken: idToken, AccessToken: accessToken, deviceId } = await signIn(email);
  return { email, sub: decodeJwt(idToken).sub ?? '', signInId: deviceId, idToken, accessToken };
}

type Member = Awaited<ReturnType<typeof signUp>>;

/**
 * Links a machine, lifts, and gets one workout stored and one rejected. Returns values that identify
 * the member without an id: in reps, and in a machine's rejected message.
 */
async function train({ idToken }: Member): Promise<string[]> {
  const machine = await addMachine(db);
  const acks = await listen<AckMessage>(machineTopic(machine.id, 'acks'));
  const wrong = await api('POST', '/tanren-connection', idToken, { code: `${machine.id}-000000` });
  const code = showLinkCode(machine, now());
  const linked = await api('POST', '/tanren-connection', idToken, { code });
  const ticket = await api('POST', '/tanren-connection/mqtt', idToken);
  expect([wrong, linked, ticket].map(({ statusCode }) => statusCode)).toEqual([404, 201, 201]);
  const { connectionId } = linked.json<{ connection: { connectionId: string } }>().connection;
  const workoutUuid = randomUUID();
  // No other member has the same times.
  const times = [1200, 2300, 3600].map((ms) => ms + randomInt(100));
  const workout: WorkoutMessage = {
    workoutUuid,
    connectionId,
    startedAt: new Date(now().getTime() - 60_000).toISOString(),
    endedAt: now().toISOString(),
    sets: [
      {
        loadKg: 40,
        startMs: 0,
        seat: 4,
        reps: times.map((ms) => ({ loadKg: 40, ms, rangeMm: 400 })),
        failedReps: [{ loadKg: 40, ms: 1500 }],
      },
    ],
  };
  const tooHeavy = { ...workout, workoutUuid: randomUUID(), sets: [{ loadKg: 999, reps: [] }] };
  await send(machineTopic(machine.id, 'workouts'), JSON.stringify(workout));
  await send(machineTopic(machine.id, 'workouts'), JSON.stringify(tooHeavy));
  await expect
    .poll(() => acks.map(({ result }) => result).toSorted())
    .toEqual(['rejected', 'stored']);
  return [connectionId, workoutUuid, `{${times.join(',')}}`];
}

/**
 * Writes a session with the member's name in every field, adds a favourite and reports a session.
 */
async function writeMenu({ idToken }: Member): Promise<void> {
  const content = menuContent({ title: profile.nickname, tags: [profile.nickname] });
  const { id: trainingSessionId } = anyMenu;
  const liked = { trainingSessionId, favorite: true };
  const report = { reason: 'spam', comment: profile.nickname };
  const keyed = await app.inject({
    method: 'POST',
    url: '/api/my/training-sessions',
    headers: { ...bearer(idToken), 'idempotency-key': `"${randomUUID()}"` },
    payload: content,
  });
  const statuses = [
    keyed.statusCode,
    (await api('POST', '/my/favorite-training-sessions', idToken, liked)).statusCode,
    (await api('POST', `/training-sessions/${trainingSessionId}/reports`, idToken, report))
      .statusCode,
  ];
  expect(statuses).toEqual([201, 200, 204]);
}

const application = () => ({
  draftId: randomUUID(),
  planId: strictPlan,
  fromDay: tomorrow,
  name: '氏名 太郎',
  nameKana: 'シメイ タロウ',
  birthDate: '1990-04-01',
  note: profile.nickname,
});

/** Joins one gym, and applies to another with a message. */
async function applyForMembership({ idToken, sub }: Member): Promise<void> {
  await join(sub, gym.id);
  const path = `/gyms/${strictGym.id}`;
  const choice = `planId=${strictPlan}&fromDay=${tomorrow}`;
  const seen = await api('GET', `${path}/join-confirmation?${choice}`, idToken);
  const body = { ...application(), confirmation: seen.json<{ digest: string }>().digest };
  expect((await api('POST', `${path}/memberships`, idToken, body)).statusCode).toBe(201);
  const { id, sub: applicant } = membershipRequests;
  const asked = db.select({ id }).from(membershipRequests).where(eq(applicant, sub));
  await db.update(membershipRequests).set({ birthDate: '2009-05-06' }).where(eq(applicant, sub));
  await db.insert(guardianConsents).values(
    (await asked).map((request) => ({
      requestId: request.id,
      name: profile.nickname,
      relation: 'mother' as const,
      email: 'guardian@tanren.example',
      queuedAt: now(),
    })),
  );
}

/** Reserves a slot at an hour of tomorrow, and waits for the next one, which is taken. */
async function reserveSlots({ sub, idToken }: Member, hour: number): Promise<void> {
  const path = `/training-reservations/gyms/${gym.id}/${tomorrow}`;
  const [startsAt, taken] = [hour, hour + 1].map((of) => toGymInstant(tomorrow, of * 60));
  const holder = await signUp();
  for (const member of [sub, holder.sub]) await join(member, gym.id);
  const wait = { gymId: gym.id, date: tomorrow, startsAt: taken };
  const statuses = [
    (await api('POST', path, holder.idToken, { startsAt: taken })).statusCode,
    (await api('POST', path, idToken, { startsAt })).statusCode,
    (await api('POST', '/my/reservation-waits', idToken, wait)).statusCode,
  ];
  expect(statuses).toEqual([201, 201, 201]);
}

/** Stores a pending sign-up, which a confirmation deletes. Only an error could leave one behind. */
async function leaveSignUp({ sub }: Member): Promise<void> {
  const secrets = {
    credential: Buffer.alloc(1),
    codeHash: Buffer.alloc(1),
    client: Buffer.alloc(1),
  };
  const times = { createdAt: now(), expiresAt: now() };
  const row = { id: randomUUID(), sub, attributes: {}, ...secrets, ...times };
  await db.insert(userPoolSignUps).values(row);
}

const namesOf = ({ email, sub, signInId }: Member) => [email, sub, signInId, profile.nickname];

/**
 * Does everything that a member can do, so that every table has a row. Returns values that identify
 * the member.
 */
async function createAllData(member: Member, hour = 12): Promise<string[]> {
  const { email, idToken, accessToken } = member;
  const statuses = [
    (await api('POST', '/userinfo', idToken, profile)).statusCode,
    (await api('POST', '/my/terms-and-conditions-agreements', idToken, { version: 3 })).statusCode,
    (await api('POST', '/native-sessions', idToken, { accessToken })).statusCode,
    (await api('POST', '/my/calendar-feed', idToken)).statusCode,
    (await api('POST', '/trainer-connection-code', idToken, {})).statusCode,
    (await pool('AssociateSoftwareToken', { AccessToken: accessToken })).status,
    (await pool('ForgotPassword', { Username: email })).status,
    (
      await pool('UpdateUserAttributes', {
        AccessToken: accessToken,
        UserAttributes: [{ Name: 'email', Value: `next-${email}` }],
      })
    ).status,
  ];
  expect(statuses).toEqual([201, 201, 201, 201, 201, 200, 200, 200]);
  const trainingSessionId = (await storeMenu(db, member.sub)).id;
  const started = await api('POST', '/my/training-session-run', idToken, { trainingSessionId });
  expect(started.statusCode).toBe(201);
  const door = await api('GET', `/gyms/${anyMachine.gymId}/door?keepChangeable=false`, idToken);
  expect(door.statusCode).toBe(200);
  await db.insert(userPoolRecoveryCodes).values({
    sub: member.sub,
    codeHash: Buffer.from('00', 'hex'),
    createdAt: now(),
  });
  await db.insert(doorEntries).values({
    gymId: gym.id,
    entryUuid: randomUUID(),
    sub: member.sub,
    enteredAt: now(),
    receivedAt: now(),
  });
  const answers = mapHealthQuestions(() => true);
  await db.insert(healthChecks).values({
    sub: member.sub,
    gymId: gym.id,
    version: healthCheckVersion,
    sealed: sealAnswers(healthKey, { sub: member.sub, gymId: gym.id }, answers),
    answeredAt: now(),
  });
  await writeMenu(member);
  await storeTraces(db, member.sub, now());
  await leaveSignUp(member);
  await applyForMembership(member);
  await reserveSlots(member, hour);
  const traces = [...namesOf(member), ...(await train(member))];
  // A link ends the hold, so it comes last.
  await db.insert(machineHolds).values({
    machineId: (await addMachine(db)).id,
    sub: member.sub,
    heldAt: now(),
    untilAt: new Date(now().getTime() + 90_000),
  });
  return traces;
}

/**
 * Reads each part of the member's export, and the statements that it sends to the database. The
 * export has connections of its own, because the repeated tasks of the app use the others.
 */
async function readExport({ sub }: Member): Promise<ReadPart[]> {
  const own = openDatabase(url);
  onTestFinished(() => closeDatabase(own));
  const query = vi.spyOn(own.$client, 'query');
  const parts: ReadPart[] = [];
  for (const { readRows } of [
    ...poolAccountParts,
    ...listMemberExports({ healthKey, debitKey: healthKey }),
  ]) {
    query.mockClear();
    const records: object[] = [];
    for await (const { record } of readRows(own, { sub, groups: [] })) records.push(record);
    const sent = query.mock.calls.map(([statement]: unknown[]) => statement as { text: string });
    parts.push({ statements: sent.map(({ text }) => text).join(), records });
  }
  return parts;
}

test('the export has every table and column about a member, and deleting the account leaves no trace', async () => {
  const other = await signUp();
  profile.nickname = '残る会員';
  const kept = await createAllData(other, 15);
  profile.nickname = '消える会員';
  const member = await signUp();
  const names = await createAllData(member);
  const personal = (await listTables(url)).filter((table) => !impersonalTables.includes(table));
  expect(await findTraces(url, names)).toEqual(personal);
  expect(await findTraces(url, kept)).toEqual(personal);

  const parts = await readExport(member);
  const exported = personal.filter((table) => parts.some((part) => readsTable(part, table)));
  expect(personal.filter((table) => !exported.includes(table))).toEqual(unexportedTables);
  expect(await listUnexportedColumns(url, exported, parts)).toEqual(unexportedColumns);

  expect((await pool('DeleteUser', { AccessToken: member.accessToken })).status).toBe(200);
  expect(await findTraces(url, names)).toEqual([]);
  expect((await api('GET', '/userinfo', member.idToken)).statusCode).toBe(401);
  // Nothing of another member is erased.
  expect(await findTraces(url, kept)).toEqual(personal);
});

test('erasure of an account in an external pool leaves no trace', async () => {
  const elsewhere = await shareTestApp({ db, now, modules: productModules, userPool: null });
  const sub = randomUUID();
  const request = { headers: bearer(sub), method: 'POST' } as const;
  await elsewhere.inject({ ...request, url: '/api/userinfo', payload: profile });
  await elsewhere.inject({
    ...request,
    url: '/api/my/terms-and-conditions-agreements',
    payload: { version: 3 },
  });
  expect(await findTraces(url, [sub])).toEqual(['public.terms_agreements', 'public.user_infos']);
  await elsewhere.inject({ ...request, method: 'DELETE', url: '/api/userinfo' });
  expect(await findTraces(url, [sub])).toEqual([]);
});

test('trainers and staff cannot be erased, and the log keeps their pseudonym', async () => {
  const [staff, trainer, boss] = [await signUp(), await signUp(), await signUp()];
  await setUserGroups(db, staff.sub, ['staff']);
  await setUserGroups(db, trainer.sub, ['trainer']);
  await setUserGroups(db, boss.sub, ['staff']);
  // Staff must set up an authenticator app before any call.
  await db.update(userPoolUsers).set({ totpEnabled: true });
  const look = async () => await api('GET', `/staff/members/${trainer.sub}`, staff.idToken);
  const readLog = async () =>
    (await api('GET', '/staff/audit-log', boss.idToken)).json<{ items: AuditEntry[] }>().items[0];
  expect((await look()).statusCode).toBe(200);
  const before = await readLog();
  expect(before?.staffPseudonym).toMatch(/^[\da-f]{8}$/);
  for (const { sub, idToken, accessToken } of [staff, trainer]) {
    const own = await api('DELETE', '/userinfo', idToken);
    expect(own.json()).toMatchObject({ status: 409, code: 'role_held' });
    const byPool = await pool('DeleteUser', { AccessToken: accessToken });
    expect(byPool.body['__type']).toBe('NotAuthorizedException');
    const reason = { reason: '本人から依頼' };
    const byOthers = await api('DELETE', `/staff/members/${sub}`, boss.idToken, reason);
    expect(byOthers.json()).toMatchObject({ status: 409, code: 'role_held' });
  }
  expect(await readLog()).toEqual(before);
  await setUserGroups(db, staff.sub, []);
  expect((await api('DELETE', '/userinfo', staff.idToken)).statusCode).toBe(204);
  expect((await pool('DeleteUser', { AccessToken: staff.accessToken })).status).toBe(200);
  expect((await look()).statusCode).toBe(401);
  expect(await readLog()).toEqual({ ...before, staffNickname: null });
  expect(await findTraces(url, [staff.sub])).toEqual([]);
});

test('with an external pool, a token from before the erasure is rejected', async () => {
  const issuedAt = { current: new Date(Date.now() - 60_000) };
  const verifyToken = rejectErased(db, async (sub) => ({
    sub,
    username: sub,
    groups: [],
    authenticatedAt: now(),
    issuedAt: issuedAt.current,
  }));
  const elsewhere = await shareTestApp({ db, now, modules: productModules, verifyToken });
  const sub = randomUUID();
  const request = { headers: bearer(sub), url: '/api/userinfo', payload: profile } as const;
  const sendRequest = async (method: 'POST' | 'DELETE') =>
    (await elsewhere.inject({ ...request, method })).statusCode;
  expect([
    await sendRequest('POST'),
    await sendRequest('DELETE'),
    await sendRequest('POST'),
  ]).toEqual([201, 204, 401]);
  issuedAt.current = new Date(Date.now() + 1000);
  expect(await sendRequest('DELETE')).toBe(204);
});

test('erases a profile that is being written at the same time', async () => {
  const member = await signUp();
  const { deletion } = await db.transaction(async (tx) => {
    await lockAccount(tx, member.sub);
    const running = pool('DeleteUser', { AccessToken: member.accessToken });
    await waitUntilBlocked(db);
    await tx.execute(
      `insert into user_infos (sub, nickname, created_at, updated_at)
       values ('${member.sub}', 'x', now(), now())`,
    );
    return { deletion: running };
  });
  expect((await deletion).status).toBe(200);
  expect(await findTraces(url, [member.sub])).toEqual([]);
});

// account-locks.test.ts has every call.
test('rejects a call that arrives during the erasure', async () => {
  const member = await signUp();
  const { late } = await db.transaction(async (tx) => {
    await closeAccount(tx, member.sub);
    const running = api('POST', '/my/calendar-feed', member.idToken);
    await waitUntilBlocked(db);
    await tx.delete(userPoolUsers).where(eq(userPoolUsers.sub, member.sub));
    return { late: running };
  });
  expect((await late).statusCode).toBe(401);
  expect(await findTraces(url, [member.sub])).toEqual([]);
});

test("members who ran all of each other's menus can be erased at once", async () => {
  const at = new Date('2026-04-01T03:00:00Z');
  const members = Array.from({ length: 6 }, () => randomUUID());
  async function follow(sub: string, authorSub: string): Promise<void> {
    const { id, title, items } = await storeMenu(db, authorSub);
    const run = { title, items, startedAt: at, endsBy: at, endedAt: at };
    await db.insert(trainingSessionRuns).values({ ...run, sub, trainingSessionId: id });
  }
  for (let round = 0; round < bySize(2, 5); round += 1) {
    for (const sub of members) for (const author of members) await follow(sub, author);
    await Promise.all(
      members.map((sub) => db.transaction(async (tx) => await eraseMember(tx, sub))),
    );
    const left = await db.$count(trainingSessionRuns, inArray(trainingSessionRuns.sub, members));
    expect(left).toBe(0);
  }
});
