import type { GymFieldName } from '#gyms/gym-fields.ts';
import type { LegalNoticeField } from '#gyms/legal-notice.ts';

/** Kinds of entries in the staff log. The page has the text for each. */
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
  'gym.legal-notice',
  'reservation.cancel',
  'reservation.entry',
  'reservation.walk-in',
  'reservation.note',
  'board.view',
  'membership.requests',
  'membership.view',
  'membership.approve',
  'membership.decline',
  'membership.enrol',
  'membership.plan',
  'membership.pause',
  'membership.resume',
  'membership.end',
  'membership.continue',
  'membership.payment',
  'membership.name-kana',
  'dues.view',
  'dues.charge',
  'dues.csv',
  'dues.transfer',
  'dues.results',
  'dues.entry',
  'dues.account-view',
  'dues.account',
  'dues.account-delete',
  'dues.collector',
  'health-check.view',
  'machine.create',
  'machine.secret',
  'machine.retire',
  'machine.floor',
  'machine.inspect',
  'machine.inspect-end',
  'report.dismiss',
  'report.hide',
  'report.restore',
  'member.search',
  'member.view',
  'member.delete',
  'member.sign-out',
  'member.totp-remove',
  'workout.correct',
  'workout.remove',
  'correction.confirm',
  'correction.refuse',
] as const;
export type StaffAction = (typeof staffActions)[number];

/** Field with one name in the log. Changes of these fields are logged. */
export type NamedAuditField =
  | GymFieldName
  | LegalNoticeField
  | 'content'
  | 'publishAt'
  | 'sunday'
  | 'monday'
  | 'tuesday'
  | 'wednesday'
  | 'thursday'
  | 'friday'
  | 'saturday'
  | 'hours'
  | 'note'
  | 'reservation'
  | 'minLoad'
  | 'maxLoad'
  | 'loadStep'
  | 'sets'
  | 'terms'
  | 'dues'
  | 'entered'
  | 'missing';
/**
 * A field of a logged change. Plans of a gym are numbered by their place, and the places of machines
 * by the number of the machine.
 */
export type AuditField = NamedAuditField | `plan${number}` | `machine${number}`;
