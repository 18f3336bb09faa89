/** Every kind of entry in the staff's log; words for each are the page's. */
export const staffActions = [
  'information.create',
  'information.update',
  'information.delete',
  'gym.create',
  'gym.update',
  'gym.hours',
  'gym.special-day',
  'gym.special-day.delete',
  'gym.plans',
  'reservation.cancel',
  'machine.create',
  'machine.secret',
  'machine.retire',
  'report.dismiss',
  'report.hide',
  'report.restore',
  'member.view',
  'member.delete',
  'workout.correct',
  'workout.remove',
] as const;
export type StaffAction = (typeof staffActions)[number];
