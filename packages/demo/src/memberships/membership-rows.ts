import { addDays } from '@tanren/domain/gyms/gym-time';
import { firstOfMonth } from '@tanren/domain/memberships/memberships';
import type { ExerciseHabit } from '@tanren/domain/members/profile';
import type { DemoAccount } from '#members/demo-accounts.ts';
import type { DemoPerson, DemoTraining } from '#members/demo-person.ts';
import { pickRealName, readRealName } from '#members/real-names.ts';
import { createRandom, type Random } from '#random.ts';
import { planIds } from './demo-plans.ts';
import {
  changeTo,
  deleteAccount,
  end,
  join,
  type MembershipStep,
  recordPayment,
  pause,
} from './membership-steps.ts';

export interface MembershipRows extends ReturnType<typeof toRows> {
  /** The member who has no visit of this month left, once all of them are reserved. */
  readonly usedUp: string | null;
}

interface Draft {
  readonly gymId: number;
  readonly sub: string | null;
  readonly name: string;
  readonly email: string | null;
  readonly steps: readonly MembershipStep[];
}

type Trained = DemoPerson & { readonly training: DemoTraining };

/** Members who were away for `awayDays`, at least `minMembershipDays` after joining, paused or left. */
const awayDays = 35;
const minMembershipDays = 62;
const recentDays = 28;
const minuteMs = 60_000;

/**
 * Creates the contracts of the demo world up to the morning of the day of its creation. Every
 * member who trains has one, with a plan that fits the time and number of their visits. Members who
 * stopped coming have paused or left. One of them comes back next month, and one has deleted only
 * the account.
 */
export function makeMembershipRows(
  owner: Pick<DemoAccount, 'email' | 'person'>,
  people: readonly DemoPerson[],
  midnight: Date,
  today: string,
): MembershipRows {
  const usedUp = findUsedUp(people, owner.person.sub);
  const drafts = people.flatMap((person, index): Draft[] => {
    if (!isTrained(person)) return [];
    const random = createRandom(5000 + index);
    const name = pickRealName(person, random);
    if (person.sub === owner.person.sub) return [draftOwner(owner, person, today)];
    const steps = listSteps(person, index, today, random, person.sub === usedUp);
    return [{ gymId: person.training.gymId, sub: person.sub, name, email: null, steps }];
  });
  const left = drafts.find(({ steps }) => steps.some(({ event }) => event.kind === 'ended'));
  if (left !== undefined) drafts.push(draftReturn(left, today));
  drafts.push(draftWithoutAccount(midnight, today));
  return { ...toRows(drafts), usedUp };
}

function isTrained(person: DemoPerson): person is Trained {
  return person.training !== null;
}

function findUsedUp(people: readonly DemoPerson[], owner: string): string | null {
  const found = people.find(
    ({ sub, exerciseHabit, training }) =>
      sub !== owner &&
      training?.gymId === 1 &&
      exerciseHabit === 'weekly-1' &&
      lastVisit(training) <= recentDays,
  );
  return found?.sub ?? null;
}

/** Returns how many days ago the last visit was. */
function lastVisit({ visits }: DemoTraining): number {
  return visits.at(-1) ?? Number.POSITIVE_INFINITY;
}

/** Drafts the demo member, who soon changed from eight visits a month to a larger plan. */
function draftOwner(
  { email, person }: Pick<DemoAccount, 'email' | 'person'>,
  own: Trained,
  today: string,
): Draft {
  const joinedOn = addDays(today, -person.joinedDaysAgo);
  const steps = [
    join(planIds.eightVisits, joinedOn, joinedOn, 0),
    changeTo(planIds.fullTime, firstOfMonth(joinedOn, 3)),
    ...[-2, -1].map((months) => recordPayment(firstOfMonth(today, months))),
  ];
  return { gymId: own.training.gymId, sub: person.sub, name: '田中 春樹', email, steps };
}

function listSteps(
  { training, joinedDaysAgo, exerciseHabit }: Trained,
  index: number,
  today: string,
  random: Random,
  isUsedUp: boolean,
): MembershipStep[] {
  const joinedOn = addDays(today, -joinedDaysAgo);
  const chosen = choosePlan(training, exerciseHabit, random);
  const planId = isUsedUp ? planIds.fourVisits : chosen;
  const tried = training.gymId === 1 ? planIds.singleVisits : planIds.secondSingleVisits;
  const settled = firstOfMonth(joinedOn, 2);
  const lastDaysAgo = lastVisit(training);
  const isAway = lastDaysAgo > awayDays && joinedDaysAgo - lastDaysAgo >= minMembershipDays;
  const hasTried = random.chance(0.25) && !isAway && settled <= firstOfMonth(today);
  const steps: MembershipStep[] = [
    join(hasTried ? tried : planId, joinedOn, joinedOn, index * 1000),
    ...(hasTried && planId !== tried ? [changeTo(planId, settled)] : []),
  ];
  if (isAway) {
    const until = firstOfMonth(addDays(today, -lastDaysAgo), 1);
    steps.push(
      random.chance(0.4)
        ? pause(until, null, random.pick(['出張のため', 'けがの療養のため', '育児のため']))
        : end(addDays(until, -1), random.pick(['引っ越しのため', '', '仕事が忙しくなったため'])),
    );
  }
  const paid = firstOfMonth(today, -1);
  if (random.chance(0.1) && joinedOn < paid && !isAway) steps.push(recordPayment(paid));
  return steps.toSorted((a, b) => a.event.at.getTime() - b.event.at.getTime());
}

const isRare: Readonly<Record<ExerciseHabit, boolean>> = {
  'almost-none': true,
  'monthly-1-3': true,
  'weekly-1': false,
  'weekly-2-3': false,
  'weekly-4-or-more': false,
};

/** Chooses the plan that fits the usual time and the frequency of visits. */
function choosePlan(
  { gymId, startMinute }: DemoTraining,
  habit: ExerciseHabit,
  random: Random,
): number {
  const byHour = random.next();
  const byHabit = random.next();
  const isDaytime = startMinute >= 10 * 60 && startMinute <= 14 * 60;
  if (gymId !== 1) {
    if (isRare[habit])
      return byHabit < 0.5 ? planIds.secondSingleVisits : planIds.secondEightVisits;
    if (isDaytime && byHour < 0.5) return planIds.secondDaytime;
    return habit === 'weekly-1' && byHabit < 0.5 ? planIds.secondEightVisits : planIds.regular;
  }
  if (isRare[habit]) return byHabit < 0.4 ? planIds.singleVisits : planIds.fourVisits;
  if (startMinute < 9 * 60 && byHour < 0.7) return planIds.morning;
  if (isDaytime && byHour < 0.5) return planIds.daytime;
  if (startMinute >= 21 * 60 && byHour < 0.6) return planIds.night;
  if (habit === 'weekly-1' && byHabit < 0.6) return planIds.eightVisits;
  return byHabit > 0.85 ? planIds.allGyms : planIds.fullTime;
}

/** Drafts a member who left once and comes back with the next month. */
function draftReturn({ steps: _steps, ...person }: Draft, today: string): Draft {
  const planId = person.gymId === 1 ? planIds.eightVisits : planIds.secondEightVisits;
  return { ...person, steps: [join(planId, firstOfMonth(today, 1), addDays(today, -1), 0)] };
}

/** Drafts the membership of a deleted account, which continues as a contract. */
function draftWithoutAccount(midnight: Date, today: string): Draft {
  const joinedOn = addDays(today, -210);
  const deletedAt = new Date(midnight.getTime() - 20 * 24 * 60 * minuteMs - 90 * minuteMs);
  const steps = [join(planIds.daytime, joinedOn, joinedOn, 500), deleteAccount(deletedAt)];
  return { gymId: 1, sub: null, name: '西村 早苗', email: null, steps };
}

/** Numbers memberships in the order of joining, and steps in the order in which they were taken. */
function toRows(drafts: readonly Draft[]) {
  const joinedAt = ({ steps }: Draft) => steps[0]?.event.at ?? new Date(0);
  const numbered = drafts
    .toSorted((a, b) => joinedAt(a).getTime() - joinedAt(b).getTime())
    .map((draft, index) => ({ ...draft, id: index + 1 }));
  return {
    memberships: numbered.map(({ steps, ...draft }) => ({
      ...draft,
      nameKana: draft.sub === null ? null : readRealName(draft.name),
      joinedAt: joinedAt({ ...draft, steps }),
      version: 1 + steps.filter(({ event }) => isChange(event)).length,
      accountDeletedAt:
        steps.find(({ event }) => event.kind === 'account_deleted')?.event.at ?? null,
    })),
    terms: numbered.flatMap(({ id, steps }) =>
      steps
        .reduce<ReturnType<MembershipStep['apply']>>((terms, { apply }) => apply(terms), [])
        .map((term) => ({ membershipId: id, ...term })),
    ),
    events: numbered
      .flatMap(({ id, gymId, sub, steps }) =>
        steps.map(({ event }) => ({ ...event, gymId, sub, membershipId: id })),
      )
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
      .map((event, index) => ({ ...event, id: index + 1 })),
  };
}

function isChange({ kind }: MembershipStep['event']): boolean {
  return kind === 'plan_changed' || kind === 'paused' || kind === 'ended';
}
