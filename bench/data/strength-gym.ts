import {
  centerOffsets,
  estimateOffset,
  findMove,
  type OffsetDay,
  type OffsetEvidence,
  toOppositeEvidence,
} from '@tanren/domain/machines/machine-offsets';
import { type StrengthState, toEfforts, updateStrength } from '@tanren/domain/workouts/strength';
import type { LiftedSet } from '@tanren/domain/workouts/workouts';

const MACHINES = 4;
const MEMBERS = 40;
const DAYS = 240;
const START_MS = Date.UTC(2025, 0, 1, 10);
const DAY_MS = 86_400_000;
/** Planted offsets are at most 8 %, and so is a planted move. */
const SPREAD = 0.08;

interface SimulatedMember {
  /** Logarithm of the 1RM in kg, and how many reps the member does compared with others. */
  strength: number;
  readonly endurance: number;
  readonly favourite: number;
  readonly plannedReps: number;
  readonly daysBetween: number;
  nextDay: number;
  load: number;
  state: StrengthState | null;
  last: number | null;
}

/**
 * Simulates the machines of one type. Reps follow a stretched exponential law with a factor for each
 * member, not the curve of the model: 8.8 reps at 80 % and 14.8 at 70 % of the 1RM.
 */
export function simulateGym({
  seed,
  hasPlan,
  moveDay,
}: {
  readonly seed: number;
  readonly hasPlan: boolean;
  /** Day on which the first machine becomes 8 % heavier. `null`: never. */
  readonly moveDay: number | null;
}) {
  const random = createRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const pick = () => Math.floor(random() * MACHINES);
  const truth = Array.from({ length: MACHINES }, () => (random() * 2 - 1) * SPREAD);
  const mean = truth.reduce((sum, offset) => sum + offset, 0) / MACHINES;
  const members = Array.from({ length: MEMBERS }, (): SimulatedMember => {
    const strength = Math.log(30 + 70 * random());
    return {
      strength,
      endurance: Math.exp(0.2 * normal()),
      favourite: pick(),
      plannedReps: 8 + 2 * Math.floor(random() * 3),
      daysBetween: 2 + 5 * random(),
      nextDay: 7 * random(),
      load: Math.round((Math.exp(strength) * 0.65) / 2.5) * 2.5,
      state: null,
      last: null,
    };
  });
  const days = truth.map(() => new Map<string, OffsetDay>());
  const crossings = truth.map(() => 0);
  const errorsAfter200 = truth.map(() => Number.NaN);
  const movedMachines = new Set<number>();
  let offsets = truth.map(() => 0);

  for (let day = 0; day < DAYS; day += 1) {
    const today = new Date(START_MS + day * DAY_MS).toISOString().slice(0, 10);
    if (day === moveDay) truth[0] = (truth[0] ?? 0) + SPREAD;
    for (const member of members) if (member.nextDay <= day) train(member, day, today);
    const lists = days.map((byDay) => [...byDay.values()]);
    offsets = centerOffsets(lists.map((list) => estimateOffset(list, today))).map(
      ({ offset }) => offset,
    );
    for (const [machine, list] of lists.entries()) {
      if ((crossings[machine] ?? 0) >= 200 && Number.isNaN(errorsAfter200[machine])) {
        errorsAfter200[machine] = (offsets[machine] ?? 0) - ((truth[machine] ?? 0) - mean);
      }
      const isSearched = moveDay === null || day > moveDay;
      if (isSearched && findMove(list, today) !== null) movedMachines.add(machine);
    }
  }
  return {
    errorsAfter200: errorsAfter200.filter((error) => !Number.isNaN(error)),
    movedMachines,
    machineYears: (MACHINES * DAYS) / 365,
  };

  function train(member: SimulatedMember, day: number, today: string): void {
    const machine = random() < 0.5 ? member.favourite : pick();
    member.nextDay = day + member.daysBetween * (0.5 + random());
    member.strength +=
      member.daysBetween * 0.0003 + 0.004 * Math.sqrt(member.daysBetween) * normal();
    const sets = lift(member, truth[machine] ?? 0);
    const plannedReps = hasPlan ? member.plannedReps : null;
    const machineOffset = offsets[machine] ?? 0;
    const at = new Date(START_MS + day * DAY_MS);
    const efforts = toEfforts(sets, plannedReps);
    const workout = { workoutTypeId: 1, at, efforts, machineOffset, plannedReps };
    const update = updateStrength(member.state, workout);
    if (update === null) return;
    member.state = update.state;
    if (update.evidence !== null && member.last !== null && member.last !== machine) {
      const opposite = toOppositeEvidence(
        update.evidence,
        machineOffset,
        offsets[member.last] ?? 0,
      );
      record(machine, today, update.evidence);
      record(member.last, today, opposite);
      crossings[machine] = (crossings[machine] ?? 0) + 1;
    }
    member.last = machine;
  }

  function record(machine: number, gymDay: string, { precision, weighted }: OffsetEvidence): void {
    const sums = days[machine]?.get(gymDay);
    days[machine]?.set(gymDay, {
      gymDay,
      workouts: (sums?.workouts ?? 0) + 1,
      precision: (sums?.precision ?? 0) + precision,
      weighted: (sums?.weighted ?? 0) + weighted,
    });
  }

  /** Lifts three sets and chooses the load of the next time. */
  function lift(member: SimulatedMember, offset: number): LiftedSet[] {
    const form = member.strength + 0.035 * normal();
    const counts = [0, 1, 2].map((earlier) => {
      const able = form - 0.025 * earlier + 0.02 * normal() - offset;
      const depth = able - Math.log(member.load);
      const most = depth < 0 ? 0 : Math.floor(1 + member.endurance * (depth / 0.036) ** (1 / 0.9));
      const reps = Math.min(member.plannedReps, most);
      return random() < 0.04 ? Math.max(1, reps - 1 - Math.floor(4 * random())) : reps;
    });
    const loadHg = Math.round(member.load * 10);
    if (counts.every((reps) => reps >= member.plannedReps)) {
      if (random() < 0.6) member.load += 2.5;
    } else if (Math.max(...counts) < member.plannedReps - 2) {
      member.load = Math.max(5, member.load - 2.5);
    }
    return counts.map((count) => ({
      loadHg,
      reps: Array.from({ length: count }, () => ({ loadHg, ms: 2000 })),
    }));
  }
}

/** Returns a generator of the same numbers for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
