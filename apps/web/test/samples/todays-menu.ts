import type { TodaysItem, TodaysMenu, TodaysMenus } from '@tanren/contract/menus/todays-menu';
import type { TrainingSessionRun } from '@tanren/contract/menus/menu-runs';

export function sampleTodaysItem(changes: Partial<TodaysItem> = {}): TodaysItem {
  return {
    workoutTypeId: 11,
    sets: 3,
    reps: 10,
    doneSets: 0,
    loadKg: 80,
    lastLoadKg: 75,
    loadReason: 'raise',
    machines: { free: 2, total: 2 },
    ...changes,
  };
}

export function sampleTodaysMenu(changes: Partial<TodaysMenu> = {}): TodaysMenu {
  return {
    trainingSessionId: 1,
    title: '脚と背中の日',
    from: 'own',
    reason: { kind: 'due', part: 'legs', days: 6 },
    minutes: 42,
    items: [
      sampleTodaysItem(),
      sampleTodaysItem({ workoutTypeId: 5, loadKg: 45, lastLoadKg: 50, loadReason: 'lower' }),
      sampleTodaysItem({ workoutTypeId: 9, loadKg: 40, lastLoadKg: 40, loadReason: 'keep' }),
    ],
    ...changes,
  };
}

/** Menu for a member's first visit, to a gym without any history. */
export const beginnersMenu = sampleTodaysMenu({
  trainingSessionId: 90,
  title: 'はじめての全身マシン6種',
  from: 'gym',
  reason: { kind: 'beginner', part: null, days: null },
  minutes: 26,
  items: [11, 1, 4, 13, 3, 8].map((workoutTypeId) =>
    sampleTodaysItem({
      workoutTypeId,
      sets: 2,
      reps: 12,
      loadKg: null,
      lastLoadKg: null,
      loadReason: 'first',
      machines: null,
    }),
  ),
});

export function sampleTodaysMenus(changes: Partial<TodaysMenus> = {}): TodaysMenus {
  return {
    menu: sampleTodaysMenu(),
    alternatives: [
      sampleTodaysMenu({
        trainingSessionId: 2,
        title: '胸の日',
        from: 'favorite',
        reason: { kind: 'due', part: 'chest', days: 9 },
        minutes: 30,
        items: [sampleTodaysItem({ workoutTypeId: 1, loadKg: 50, loadReason: 'trainer' })],
      }),
      sampleTodaysMenu({
        trainingSessionId: 3,
        title: '体幹の日',
        from: 'public',
        reason: { kind: 'due', part: 'core', days: null },
      }),
    ],
    gym: { gymId: 1, name: 'TANREN 神田', open: true },
    hasWorkouts: true,
    trainedToday: false,
    ...changes,
  };
}

export const newcomersMenus = sampleTodaysMenus({
  menu: beginnersMenu,
  alternatives: [],
  gym: null,
  hasWorkouts: false,
});

/** Returns the server's answer to the start of a menu. */
export function sampleRun(changes: Partial<TrainingSessionRun> = {}): TrainingSessionRun {
  return {
    runId: 1,
    trainingSessionId: 1,
    title: '脚と背中の日',
    startedAt: new Date().toISOString(),
    endsBy: new Date(Date.now() + 4 * 60 * 60_000).toISOString(),
    completedAt: null,
    items: [],
    ...changes,
  };
}
