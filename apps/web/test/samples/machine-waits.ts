import type { GymWaits } from '@tanren/contract/machines/machine-waits';

type TypeWaits = GymWaits['types'][number];

export function sampleTypeWaits(changes: Partial<TypeWaits> = {}): TypeWaits {
  return {
    workoutTypeId: 11,
    machines: 1,
    bouts: 1200,
    waitMinutes: 2700,
    savedMinutes: 2520,
    hours: [
      { part: 'weekdays', hour: 18, waitSeconds: 180 },
      { part: 'weekdays', hour: 20, waitSeconds: 390 },
      { part: 'weekend', hour: 10, waitSeconds: 60 },
    ],
    ...changes,
  };
}

export function sampleGymWaits(changes: Partial<GymWaits> = {}): GymWaits {
  return {
    gymId: 1,
    gymName: 'TANREN 神田',
    period: { from: '2026-10-22', to: '2026-11-18' },
    days: 28,
    queues: [
      {
        workoutTypeId: 11,
        weekday: 2,
        hour: 20,
        waitSeconds: 390,
        longWaitSeconds: 1320,
        usedPercent: 56,
      },
    ],
    types: [
      sampleTypeWaits(),
      ...[1, 4, 8, 12, 5].map((workoutTypeId) =>
        sampleTypeWaits({ workoutTypeId, savedMinutes: 20 }),
      ),
    ],
    ...changes,
  };
}
