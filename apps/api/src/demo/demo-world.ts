import { toGymDay } from '@tanren/domain/gyms/gym-time';
import type { TrainingSessionRunRow } from '#db/schema/menus.ts';
import { demoAccounts, demoMember, demoMemberAccount, demoTrainer } from './demo-accounts.ts';
import { makeDemoMembers } from './demo-members.ts';
import type { DemoPerson } from './demo-person.ts';
import { createMachineHours, trainYear } from './train-year.ts';
import { createIsOpen } from './demo-gyms.ts';
import { makeMembershipRows, type MembershipRows } from '#demo/memberships/membership-rows.ts';
import { makeReservationRows, type ReservationRows } from '#demo/reservations/reservation-rows.ts';
import { attachToRuns, makeRunRows, makeMenuRows, type MenuRows } from '#demo/menus/menu-rows.ts';
import { makeTrainedMenus, makeTrainerRows, type TrainerRows } from './trainer-rows.ts';
import { makeWorkoutRows, type WorkoutRows } from './workout-rows.ts';

export interface DemoWorld extends WorkoutRows, MenuRows {
  /** Start of the gym day on which the world is created. */
  readonly midnight: Date;
  readonly people: readonly DemoPerson[];
  readonly runs: readonly TrainingSessionRunRow[];
  readonly memberships: MembershipRows;
  readonly booked: ReservationRows;
  readonly trained: TrainerRows;
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
  const people = [
    ...demoAccounts.map(({ person }) => person),
    ...makeDemoMembers(demoMemberCount, createIsOpen(today)),
  ];
  const done = people.flatMap((person, index) =>
    lifts(person) ? trainYear(person, index + 1, midnight, hours) : [],
  );
  const rows = makeWorkoutRows(done);
  const written = makeMenuRows(demoMember, people, midnight);
  const sessions = [
    ...written.sessions,
    ...makeTrainedMenus(demoTrainer, demoMember, written.sessions, midnight),
  ];
  const runs = makeRunRows(demoMember.sub, sessions, rows.workouts, midnight);
  const memberships = makeMembershipRows(demoMemberAccount, people, midnight, today);
  const history = { workouts: rows.workouts, runs, sessions };
  return {
    midnight,
    people,
    ...rows,
    favorites: written.favorites,
    sessions,
    runs,
    trained: makeTrainerRows(demoTrainer, demoMember, people, midnight),
    memberships,
    booked: makeReservationRows(demoMemberAccount, { people, memberships }, history, now, midnight),
    workouts: attachToRuns(runs, rows.workouts),
  };
}
