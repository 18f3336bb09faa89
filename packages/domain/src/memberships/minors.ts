import { ageOn } from '#members/profile-fields.ts';

/** Age in years from which a person concludes a contract alone (民法第4条). */
const adultAge = 18;

/** Returns whether a person needs the consent of a guardian for a contract on that day. */
export function needsGuardian(birthDate: string, day: string): boolean {
  return ageOn(birthDate, day) < adultAge;
}

/** Returns whether a person is younger than a gym's minimum age on that day. */
export function isTooYoung(birthDate: string, day: string, minimumAge: number): boolean {
  return ageOn(birthDate, day) < minimumAge;
}

/** Relations of a guardian to the minor, with their names. */
export const guardianRelations = [
  { id: 'father', label: '父' },
  { id: 'mother', label: '母' },
  { id: 'other', label: 'その他の法定代理人' },
] as const;
export type GuardianRelation = (typeof guardianRelations)[number]['id'];
export const guardianRelationIds: readonly GuardianRelation[] = guardianRelations.map(
  ({ id }) => id,
);

/** Number of days for which the link to a guardian is valid. */
export const guardianLinkDays = 7;
/** Maximum number of mails to the guardian of one request in 24 hours. */
export const maxGuardianMails = 3;
/** Number of days after which the details of a guardian who has not decided are deleted. */
export const guardianRetentionDays = 30;
