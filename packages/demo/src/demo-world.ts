import { toGymDay } from '@tanren/domain/gyms/gym-time';
import {
  demoAccounts,
  demoMember,
  demoMemberAccount,
  demoTrainer,
} from '#members/demo-accounts.ts';
import { makeDemoMembers } from '#members/demo-members.ts';
import type { DemoPerson } from '#members/demo-person.ts';
import { createMachineHours, trainYear } from '#workouts/train-year.ts';
import { createIsOpen } from '#gyms/demo-gyms.ts';
import { makeDuesRows } from '#memberships/dues-rows.ts';
import { makeMembershipRows, type MembershipRows } from '#memberships/membership-rows.ts';
import { makeReservationRows, type ReservationRows } from '#booking/reservation-rows.ts';
import {
  attachToRuns,
  makeRunRows,
  makeMenuRows,
  type MenuRows,
  type RunRow,
} from '#menus/menu-rows.ts';
import { makeTrainedMenus, makeTrainerRows, type TrainerRows } from '#trainers/trainer-rows.ts';
import { makeStrengthRows } from '#workouts/strength-rows.ts';
import { makeUnlinkedBouts, type UnlinkedBout } from '#workouts/unlinked-bouts.ts';
import { makeWorkoutRows, type WorkoutRows } from '#workouts/workout-rows.ts';

export interface DemoWorld extends WorkoutRows, MenuRows {
  /** Start of the gym day on which the world is created. */
  readonly midnight: Date;
  readonly people: readonly DemoPerson[];
  readonly runs: readonly RunRow[];
  readonly memberships: MembershipRows;
  readonly dues: ReturnType<typeof makeDuesRows>;
  readonly booked: ReservationRows;
  readonly trained: TrainerRows;
  readonly unlinked: readonly UnlinkedBout[];
  readonly strengths: ReturnType<typeof makeStrengthRows>['strengths'];
}

/** Number of demo members without an account. */
export const demoMemberCount = 200;

const includeAll = (_person: DemoPerson) => true;

/**
 * Generates a world that stays the same for a whole gym day except for one reservation. It differs
 * between days only by the weekdays. Most of it are workouts, so a test may generate those of fewer
 * people.
 */
export function generateDemoWorld(
  now: Date,
  lifts: (person: DemoPerson) => boolean = includeAll,
): DemoWorld {
  const today = toGymDay(now);
  const midnight = new Date(`${today}T00:00:00+09:00`);
  const hours = createMachineHours();
  // People with an account come first: others wait for them at the machines, not the reverse.
  const isOpen = createIsOpen(today);
  const people = [
    ...demoAccounts.map(({ person }) => person),
    ...makeDemoMembers(demoMemberCount, isOpen),
  ];
  const done = people.flatMap((person, index) =>
    lifts(person) ? trainYear(person, index + 1, midnight, hours) : [],
  );
  const rows = makeWorkoutRows(done);
  const written = makeMenuRows(demoMember, people, midnight);
  const menus = [
    ...written.menus,
    ...makeTrainedMenus(demoTrainer, demoMember, written.menus, midnight),
  ];
  const runs = makeRunRows(demoMember.sub, menus, rows.workouts, midnight);
  const memberships = makeMembershipRows(demoMemberAccount, people, midnight, today);
  const history = { workouts: rows.workouts, runs, menus };
  return {
    midnight,
    people,
    ...rows,
    favorites: written.favorites,
    menus,
    runs,
    trained: makeTrainerRows(demoTrainer, demoMember, people, midnight),
    memberships,
    dues: makeDuesRows(memberships, demoMemberAccount.person.sub, today),
    booked: makeReservationRows(demoMemberAccount, { people, memberships }, history, now, midnight),
    unlinked: makeUnlinkedBouts(midnight, hours, isOpen),
    ...makeStrengthRows(attachToRuns(runs, rows.workouts), rows.sets, runs),
  };
}
