import { getCalendarFeed } from '@tanren/contract/booking/calendar-feed';
import {
  getRecoveryCodes,
  listAuthenticationEvents,
  listDevices,
} from '@tanren/contract/identity/devices';
import { getGymFloor, getStaffFloor } from '@tanren/contract/machines/gym-floor';
import { listGyms } from '@tanren/contract/gyms/gyms';
import { getLegalNotice } from '@tanren/contract/gyms/legal-notice';
import { listAnnouncements } from '@tanren/contract/members/announcements';
import { getMyDues } from '@tanren/contract/memberships/dues';
import {
  listMyMembershipEvents,
  listMyMemberships,
} from '@tanren/contract/memberships/memberships';
import {
  listMyReservations,
  listMyWaits,
  listReservationDays,
  suggestDay,
} from '@tanren/contract/booking/training-reservations';
import { listDueHealthChecks } from '@tanren/contract/memberships/health-checks';
import { getNotificationSettings } from '@tanren/contract/members/notifications';
import {
  deleteTanrenConnection,
  getTanrenConnection,
} from '@tanren/contract/machines/tanren-connection';
import {
  getTrainerConnection,
  listTrainerViews,
} from '@tanren/contract/trainers/trainer-connection-code';
import {
  listTrainerTrainingSessions,
  listFavoriteTrainingSessions,
  listMyTrainingSessions,
  listTrainingSessionTags,
  searchTrainingSessions,
} from '@tanren/contract/menus/menus';
import { getTrainingSessionRun, listTrainingSessionRuns } from '@tanren/contract/menus/menu-runs';
import { getNextMachines } from '@tanren/contract/menus/next-machines';
import {
  getStaffWorkoutRecord,
  listStaffCorrections,
} from '@tanren/contract/workouts/staff-workout-corrections';
import { getTodaysMenu } from '@tanren/contract/menus/todays-menu';
import { getTrainingStatus } from '@tanren/contract/workouts/training-status';
import { getVisits, listVisits, listVisitsOfMonth } from '@tanren/contract/workouts/visits';
import { getWorkoutHistory, listWorkoutTrends } from '@tanren/contract/workouts/workout-history';
import { listWorkoutLoads } from '@tanren/contract/workouts/workout-loads';
import { getWorkoutStrength } from '@tanren/contract/workouts/workout-strength';
import { getWorkoutRanking } from '@tanren/contract/workouts/workout-ranking';
import { listWorkoutTypes, type WorkoutType } from '@tanren/contract/workouts/workout-types';
import {
  getWorkoutRecord,
  listRejectedWorkouts,
  listWorkoutClaims,
} from '@tanren/contract/workouts/workout-records';
import { getLatestWorkout, getWorkout, listWorkouts } from '@tanren/contract/workouts/workouts';
import { muscles } from '@tanren/domain/workouts/muscles';
import { notificationKinds, notificationRules } from '@tanren/domain/members/notifications';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { sampleFloor } from '#test/samples/floors.ts';
import { sampleLegalNotice } from '#test/samples/legal-notices.ts';
import { newcomersMenus } from '#test/samples/todays-menu.ts';
import { answerByDefault, rejectWith } from './answers.ts';
import { emptyRanking } from '#test/workouts/rankings.ts';

const nothing = { items: [], nextCursor: null };

const usualNotificationSettings = {
  choices: notificationKinds.map((kind) => ({ kind, ...notificationRules[kind].chosen })),
  devices: [],
  vapidPublicKey: 'B'.repeat(87),
  email: 'tetsu@tanren.example',
};

/** Returns the sixteen types. Those in `done` are marked as done by the member. */
export function allWorkoutTypes(done: readonly number[] = []): WorkoutType[] {
  return workoutTypes.map((type) => ({
    ...type,
    muscles: [...type.muscles],
    workouted: done.includes(type.id),
  }));
}

/** The types of a member who has done none, one of them with a load that the trainer コウジ chose. */
export function typesWithFirstLoad(id: number, loadKg: number, text: string): WorkoutType[] {
  const firstLoad = { loadKg, note: { text, nickname: 'コウジ' } };
  return allWorkoutTypes().map((type) => (type.id === id ? { ...type, firstLoad } : type));
}

/**
 * Sets the answers for a newly registered member to every call. A test overrides those that it is
 * about.
 */
export function answerUsualCalls(): void {
  answerByDefault(listAnnouncements, []);
  answerByDefault(listWorkoutTypes, allWorkoutTypes());
  answerByDefault(listWorkoutLoads, []);
  answerByDefault(listWorkouts, nothing);
  answerByDefault(listVisits, nothing);
  answerByDefault(listVisitsOfMonth, { visits: [], firstDate: null });
  answerByDefault(getVisits, rejectWith(404, 'not_found'));
  answerByDefault(getLatestWorkout, rejectWith(404, 'not_found'));
  // A pointer on a link prefetches its page.
  answerByDefault(getWorkout, rejectWith(404, 'not_found'));
  answerByDefault(getWorkoutRecord, rejectWith(404, 'not_found'));
  answerByDefault(getStaffFloor, rejectWith(404, 'not_found'));
  answerByDefault(listWorkoutClaims, { items: [] });
  answerByDefault(listRejectedWorkouts, nothing);
  // Only staff need this: their navigation counts corrections on every page.
  answerByDefault(listStaffCorrections, nothing);
  answerByDefault(getStaffWorkoutRecord, rejectWith(404, 'not_found'));
  answerByDefault(getWorkoutRanking, emptyRanking);
  answerByDefault(getWorkoutHistory, { points: [], bests: null, workoutCount: 0 });
  answerByDefault(getWorkoutStrength, { days: [], change: null, changeSince: null });
  answerByDefault(listWorkoutTrends, []);
  answerByDefault(getTodaysMenu, newcomersMenus);
  answerByDefault(getTrainingStatus, {
    weekStartsOn: '2026-03-02',
    trainedDays: [],
    streakWeeks: 0,
    muscles: muscles.map(({ id }) => ({ muscle: id, sets: 0, lastTrainedOn: null })),
  });
  answerByDefault(listDevices, { available: true, items: [] });
  answerByDefault(listAuthenticationEvents, { available: true, ...nothing });
  answerByDefault(getRecoveryCodes, { available: true, left: 0 });
  answerByDefault(listGyms, []);
  answerByDefault(getLegalNotice, ({ params: { gymId } }) => ({ ...sampleLegalNotice, gymId }));
  answerByDefault(getGymFloor, sampleFloor());
  answerByDefault(listMyMemberships, { memberships: [], requests: [] });
  answerByDefault(listDueHealthChecks, { due: [] });
  answerByDefault(listMyMembershipEvents, nothing);
  answerByDefault(getMyDues, { memberships: [] });
  answerByDefault(listMyReservations, nothing);
  answerByDefault(listMyWaits, []);
  answerByDefault(listReservationDays, { days: [] });
  answerByDefault(suggestDay, { suggestion: null });
  answerByDefault(getCalendarFeed, { createdAt: null });
  answerByDefault(getNotificationSettings, usualNotificationSettings);
  answerByDefault(getTanrenConnection, { connection: null, ended: null });
  answerByDefault(deleteTanrenConnection, null);
  answerByDefault(getTrainingSessionRun, { run: null });
  // A server of the previous release does not know the call.
  answerByDefault(getNextMachines, rejectWith(404, 'not_found'));
  answerByDefault(listTrainingSessionRuns, nothing);
  answerByDefault(listMyTrainingSessions, nothing);
  answerByDefault(listFavoriteTrainingSessions, nothing);
  answerByDefault(searchTrainingSessions, nothing);
  answerByDefault(listTrainingSessionTags, []);
  answerByDefault(listTrainerTrainingSessions, nothing);
  answerByDefault(getTrainerConnection, { state: 'none' });
  answerByDefault(listTrainerViews, nothing);
}
