import type { WorkoutLoad } from '@tanren/contract/workout-loads';
import { toKilograms } from '@tanren/domain/loads';
import { describeEstimate } from '@tanren/domain/one-rep-max-estimate';
import type { TypeLoads } from './workout-loads.service.ts';

export function toWorkoutLoad({ best, last, next, chosen, recentBestHg }: TypeLoads): WorkoutLoad {
  return {
    workoutTypeId: best.workoutTypeId,
    lastLoad: toKilograms(last.topLoadHg),
    lastReps: last.topReps,
    lastPlannedReps: last.plannedReps,
    lastWorkoutAt: last.startedAt.toISOString(),
    maxLoad: toKilograms(best.maxHg),
    recentBest: toKilograms(recentBestHg),
    maxLoadAt: best.maxAt.toISOString(),
    estimatedOneRepMax: describeEstimate(best.oneRepMaxHg, best.oneRepMaxReps),
    nextLoad: toKilograms(next.loadHg),
    nextLoadReason: next.reason,
    nextLoadNote: chosen && { text: chosen.reason, nickname: chosen.nickname ?? '' },
  };
}
