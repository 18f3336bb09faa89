import type { Board, BoardVisit, UnreservedMember } from '@tanren/contract/booking/staff-board';
import { doorOpensAt, isNoShow, isWalkIn } from '@tanren/domain/booking/door';
import { gymDayOf } from '@tanren/domain/gyms/gym-hours';
import { addDays, isGymDay, toGymDay } from '@tanren/domain/gyms/gym-time';
import type { SlotTime } from '@tanren/domain/booking/reservations';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { logViewOfDay } from '#modules/staff/audit-log.service.ts';
import { findHealthStates } from '#modules/memberships/health-checks.service.ts';
import { readGymHours } from '#modules/gyms/gym-rules.service.ts';
import { findOverdue } from '#modules/memberships/dues/month-dues.service.ts';
import { readDaySlots } from '#modules/booking/reservation-slots.service.ts';
import { listDoorAlerts } from './door-alerts.ts';
import {
  type BoardDay,
  listKnownMembers,
  selectCovering,
  selectDeparted,
  selectLinked,
  selectVisits,
} from './staff-board.store.ts';

type DaySlot = Pick<
  Awaited<ReturnType<typeof readDaySlots>>[number],
  'startsAt' | 'endsAt' | 'capacity' | 'remaining' | 'waiting'
>;

interface BoardRequest {
  readonly staffSub: string;
  readonly gymId: number;
  /** The gym day of the board. `undefined` for the present one. */
  readonly date: string | undefined;
}

interface BoardParts {
  readonly lockAccount: LockAccount;
  /** Decrypts the health checks. */
  readonly healthKey: Buffer;
}

export async function readBoard(
  db: Queryable,
  { lockAccount, healthKey }: BoardParts,
  { staffSub, gymId, date }: BoardRequest,
  now: Date,
): Promise<Board> {
  if (date !== undefined) requireDay(date);
  const today = toGymDay(now);
  const present = await readGymHours(db, gymId, addDays(today, -1), today);
  if (present === null) throw new AppError('not_found');
  const presentDay = gymDayOf(now, present.hours);
  const gymDay = date ?? presentDay;
  const view = { staffSub, action: 'board.view', target: present.gym.name } as const;
  await logViewOfDay(db, lockAccount, view, now);

  const slots = await readDaySlots(db, { sub: staffSub, gymId, gymDay }, now);
  const visits = await selectVisits(db, { gymId, gymDay });
  const departed = await selectDeparted(db, { gymId, gymDay }, now);
  const members = [...new Set(visits.map(({ sub }) => sub))];
  const known = await listKnownMembers(db, { gymId, gymDay }, members);
  const overdue = await findOverdue(db, listMemberships(visits), now);
  const linked = gymDay === presentDay ? await selectLinked(db, gymId, now) : [];
  const machineOf = new Map(linked.map(({ sub, workoutTypeId }) => [sub, workoutTypeId]));
  const isChecked = gymDay === presentDay && present.gym.healthCheck;
  const seen = [...members, ...linked.map(({ sub }) => sub)];
  const findState = await findHealthStates(db, healthKey, gymId, isChecked ? seen : []);
  const findHealth: FindHealth = (sub) => {
    const state = isChecked ? findState(sub) : 'clear';
    return state === 'clear' ? {} : { health: state };
  };
  const firstOf = new Map(visits.toReversed().map(({ sub, id }) => [sub, id]));
  const begun = visits.filter((visit) => doorOpensAt(visit) <= now);
  const lastBegunOf = new Map(begun.map(({ sub, id }) => [sub, id]));

  const shown = new Map<number, BoardVisit[]>();
  for (const visit of visits) {
    const { id, sub, startsAt } = visit;
    const firstVisit = firstOf.get(sub) === id && !known.has(sub);
    const workoutTypeId = lastBegunOf.get(sub) === id ? machineOf.get(sub) : undefined;
    const marks = { firstVisit, workoutTypeId, ...findHealth(sub) };
    const unpaid = visit.membershipId !== null && overdue.has(visit.membershipId);
    const described = { ...describeVisit(visit, marks, now), ...(unpaid ? { unpaid } : {}) };
    const ofSlot = shown.get(startsAt.getTime());
    if (ofSlot === undefined) shown.set(startsAt.getTime(), [described]);
    else ofSlot.push(described);
  }
  return {
    gymId,
    gymName: present.gym.name,
    date: gymDay,
    slots: listTimes(slots, [...visits, ...departed], present.gym.capacity).map((slot) => ({
      startsAt: slot.startsAt.toISOString(),
      endsAt: slot.endsAt.toISOString(),
      capacity: slot.capacity,
      remaining: slot.remaining,
      waiting: slot.waiting,
      visits: shown.get(slot.startsAt.getTime()) ?? [],
      departed: departed
        .filter(({ startsAt }) => startsAt.getTime() === slot.startsAt.getTime())
        .map(({ id, enteredAt }) => ({ id, enteredAt: enteredAt.toISOString() })),
    })),
    unreserved: await listUnreserved(db, { gymId, gymDay }, { linked, visits, findHealth }, now),
    doorAlerts: await listDoorAlerts(db, { gymId, gymDay }, visits),
    serverTime: now.toISOString(),
  };
}

type Health = Pick<BoardVisit, 'health'>;
type FindHealth = (sub: string) => Health;

type Linked = Awaited<ReturnType<typeof selectLinked>>[number];

interface UnreservedParts {
  readonly linked: readonly Linked[];
  readonly visits: readonly Visit[];
  readonly findHealth: FindHealth;
}

/**
 * Lists members who train without a reservation. The door opens ahead of a slot, so a member who
 * trains shortly before the start has a reservation.
 */
async function listUnreserved(
  db: Queryable,
  day: BoardDay,
  { linked, visits, findHealth }: UnreservedParts,
  now: Date,
): Promise<UnreservedMember[]> {
  const present = visits.filter((visit) => doorOpensAt(visit) <= now && now < visit.endsAt);
  const reserved = new Set(present.map(({ sub }) => sub));
  const unreserved = linked.filter(({ sub }) => !reserved.has(sub));
  if (unreserved.length === 0) return [];
  const subs = unreserved.map(({ sub }) => sub);
  const covering = new Map((await selectCovering(db, day, subs)).map((one) => [one.sub, one]));
  const overdue = await findOverdue(db, listMemberships([...covering.values()]), now);
  return unreserved.map(({ sub, nickname, workoutTypeId, linkedAt }) => {
    const { membershipId = null, name, nameKana = null, planName = null } = covering.get(sub) ?? {};
    return {
      member: sub,
      name: name ?? nickname ?? '',
      ...(nameKana === null ? {} : { nameKana }),
      nickname: nickname ?? '',
      membershipNumber: formatMembershipNumber(membershipId),
      membershipId,
      planName,
      onMachine: nameWorkoutType(workoutTypeId) ?? '',
      linkedAt: linkedAt.toISOString(),
      ...(membershipId === null ? {} : findHealth(sub)),
      ...(membershipId !== null && overdue.has(membershipId) ? { unpaid: true } : {}),
    };
  });
}

function listMemberships(rows: readonly { readonly membershipId: number | null }[]): number[] {
  return [...new Set(rows.flatMap(({ membershipId }) => membershipId ?? []))];
}

function nameWorkoutType(workoutTypeId: number | undefined): string | null {
  return workoutTypes.find(({ id }) => id === workoutTypeId)?.name ?? null;
}

function formatMembershipNumber(membershipId: number | null): string | null {
  return membershipId === null ? null : String(membershipId).padStart(8, '0');
}

/** Years of gym days. PostgreSQL cannot represent some of the others, such as year 0. */
const gymYears = /^2\d{3}-/;

function requireDay(date: string): void {
  if (gymYears.test(date) && isGymDay(date)) return;
  throw new AppError('invalid_request', {
    fields: [{ path: '/date', in: 'querystring', message: 'is not a day of a gym' }],
  });
}

type Visit = Awaited<ReturnType<typeof selectVisits>>[number];

/**
 * Lists the times of the board. They include slots that the gym's hours no longer have, because
 * visits that have begun stay.
 */
function listTimes(
  slots: readonly DaySlot[],
  visits: readonly SlotTime[],
  capacity: number,
): DaySlot[] {
  const byStart = new Map(
    visits.map(({ startsAt, endsAt }) => [
      startsAt.getTime(),
      { startsAt, endsAt, capacity, remaining: 0, waiting: 0 },
    ]),
  );
  for (const { startsAt, endsAt, capacity: seats, remaining, waiting } of slots) {
    byStart.set(startsAt.getTime(), { startsAt, endsAt, capacity: seats, remaining, waiting });
  }
  return [...byStart.values()].toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}

interface VisitMarks extends Health {
  readonly firstVisit: boolean;
  readonly workoutTypeId: number | undefined;
}

function describeVisit(
  visit: Visit,
  { firstVisit, workoutTypeId, ...health }: VisitMarks,
  now: Date,
): BoardVisit {
  const { membershipId, name, nameKana, nickname, enteredAt } = visit;
  return {
    reservationId: visit.id,
    member: visit.sub,
    name: name ?? nickname ?? '',
    ...(nameKana === null ? {} : { nameKana }),
    nickname: nickname ?? '',
    membershipNumber: formatMembershipNumber(membershipId),
    membershipId,
    planName: visit.planName,
    firstVisit,
    enteredAt: enteredAt?.toISOString() ?? null,
    enteredBy: visit.enteredBy,
    noShow: isNoShow(visit, now),
    onMachine: nameWorkoutType(workoutTypeId),
    note: visit.deskNote,
    walkIn: isWalkIn(visit),
    ...health,
  };
}
