import {
  type ExerciseHabit,
  sortTrainingPurposes,
  trainingPurposeIds,
} from '@tanren/domain/members/profile';
import type { WorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import type { IsOpen } from '#gyms/demo-gyms.ts';
import {
  type Body,
  type DemoPerson,
  type DemoTraining,
  type Favourite,
  untrainedOneRepMaxHg,
} from './demo-person.ts';
import { createRandom, type Random } from '#random.ts';
import { nicknames } from './names.json';

/** Most nicknames get no ending. */
const endings = ['', '', '', '', 'さん', 'っち', '77', '85', '_gym', '2号', '部長'];

/** Returns a nickname that is not taken yet. */
function pickNickname(random: Random, sex: 'male' | 'female', taken: Set<string>): string {
  for (;;) {
    const nickname = random.chance(0.1)
      ? random.pick(nicknames.others.split(' '))
      : `${random.pick(nicknames[sex].split(' '))}${random.pick(endings)}`;
    if (taken.has(nickname)) continue;
    taken.add(nickname);
    return nickname;
  }
}

interface VisitHabit {
  readonly perWeek: number;
  readonly fromDaysAgo: number;
  readonly untilDaysAgo: number;
  readonly breaks: readonly { readonly fromDaysAgo: number; readonly days: number }[];
  /** Returns whether the gym was open on that day. */
  readonly isOpen: (daysAgo: number) => boolean;
}

/**
 * Chooses the days of visits, the oldest first. Some weekdays are preferred, and visits on two days
 * in a row are rare.
 */
function chooseVisitDays(random: Random, habit: VisitHabit): number[] {
  const liking = Array.from({ length: 7 }, () => random.pick([0.3, 1, 1.7]));
  const sum = liking.reduce((total, like) => total + like, 0);
  const days: number[] = [];
  for (let daysAgo = habit.fromDaysAgo; daysAgo >= habit.untilDaysAgo; daysAgo -= 1) {
    const isAway = habit.breaks.some(
      ({ fromDaysAgo, days: length }) => daysAgo <= fromDaysAgo && daysAgo > fromDaysAgo - length,
    );
    const tired = days.at(-1) === daysAgo + 1 && habit.perWeek < 3.5 ? 0.3 : 1;
    const likely = (habit.perWeek * (liking[daysAgo % 7] ?? 1) * tired * 1.1) / sum;
    // A number is drawn for every day, so that a longer or shorter year does not change the rest.
    const comes = random.chance(likely);
    if (comes && !isAway && habit.isOpen(daysAgo)) days.push(daysAgo);
  }
  return days;
}

/** Frequencies of visits, and how many of twenty members have each. */
const habits: readonly { id: ExerciseHabit; perWeek: number; of20: number }[] = [
  { id: 'almost-none', perWeek: 0.25, of20: 2 },
  { id: 'monthly-1-3', perWeek: 0.5, of20: 4 },
  { id: 'weekly-1', perWeek: 1.1, of20: 6 },
  { id: 'weekly-2-3', perWeek: 2.4, of20: 6 },
  { id: 'weekly-4-or-more', perWeek: 4.1, of20: 2 },
];
const habitOfTwenty = habits.flatMap((habit) => Array.from({ length: habit.of20 }, () => habit));

/**
 * Creates the same members every time. Each has a random generator of its own, so that changing one
 * member changes no other.
 */
export function makeDemoMembers(count: number, isOpen: IsOpen): DemoPerson[] {
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const random = createRandom(1000 + index);
    const female = random.chance(0.45);
    const age = Math.round(Math.max(18, random.around(41, 13)));
    const height = roundToTenth(random.around(female ? 158 : 171, 5.5));
    const weight = roundToTenth((height / 100) ** 2 * Math.max(17.5, random.around(22.3, 2.6)));
    const habit = habitOfTwenty[index % habitOfTwenty.length] ?? random.pick(habits);
    const joinedDaysAgo = random.chance(0.2) ? 365 : random.integer(21, 364);
    return {
      sub: random.uuid(),
      nickname: pickNickname(random, female ? 'female' : 'male', taken),
      sex: random.chance(0.05) ? 'no-answer' : female ? 'female' : 'male',
      age,
      height,
      weight,
      exerciseHabit: habit.id,
      trainingPurposes: sortTrainingPurposes(
        random.pickSome(trainingPurposeIds, random.integer(1, 3)),
      ),
      rankingVisible: !random.chance(0.1),
      joinedDaysAgo,
      training: makeTraining(random, { female, age, weight }, habit.perWeek, joinedDaysAgo, isOpen),
    };
  });
}

function makeTraining(
  random: Random,
  body: Body,
  perWeek: number,
  joinedDaysAgo: number,
  isOpen: IsOpen,
): DemoTraining {
  const gymId = random.chance(0.6) ? 1 : 2;
  const hasLeft = joinedDaysAgo > 120 && random.chance(0.15);
  const untilDaysAgo = hasLeft ? random.integer(35, joinedDaysAgo - 60) : 1;
  const breaks = random.chance(0.4)
    ? [{ fromDaysAgo: random.integer(untilDaysAgo, joinedDaysAgo), days: random.integer(14, 50) }]
    : [];
  const max = random.integer(2, 4);
  return {
    gymId,
    visits: chooseVisitDays(random, {
      perWeek,
      fromDaysAgo: joinedDaysAgo,
      untilDaysAgo,
      breaks,
      isOpen: (daysAgo) => isOpen(gymId, daysAgo),
    }),
    typesPerVisit: { min: max - 1, max },
    startMinute: 60 * random.pick([6.5, 7.5, 10, 12, 14, 17, 18.5, 19, 19.5, 20.5, 21.5]),
    maxReps: random.pick([12, 12, 12, 13, 15]),
    favourites: makeFavourites(random, body, untilDaysAgo),
  };
}

function makeFavourites(random: Random, body: Body, untilDaysAgo: number): Favourite[] {
  const ability = Math.exp(random.around(0, 0.22));
  const talent = Math.max(0.05, random.around(0.22, 0.08));
  const ids: WorkoutTypeId[] = workoutTypes.map(({ id }) => id);
  return random.pickSome(ids, random.integer(4, 9)).map((workoutTypeId) => ({
    workoutTypeId,
    startHg: Math.round(
      untrainedOneRepMaxHg(workoutTypeId, body) * ability * Math.exp(random.around(0, 0.1)),
    ),
    earlyGain: talent,
    steadyGain: random.pick([0, 0.001, 0.002, 0.003]),
    untilDaysAgo: random.chance(0.15) ? untilDaysAgo + random.integer(20, 90) : untilDaysAgo,
    stalledDaysAgo: random.chance(0.1) ? random.integer(20, 120) : 0,
  }));
}

function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10;
}
