import type { ProblemField } from '@tanren/contract/problem';
import { staffLimits } from '@tanren/domain/staff-limits';
import {
  findStaffTextFault,
  normalizeStaffLine,
  normalizeStaffText,
  type StaffTextRule,
} from '@tanren/domain/staff-texts';
import { AppError } from '#app-error.ts';
import type { GymRow, SubscriptionPlanRow } from '#db/schema/gyms.ts';

/** What staff write of a gym. */
export type GymContent = Omit<GymRow, 'id' | 'doorSecret' | 'version' | 'draftId'>;
export type PlanContent = Omit<SubscriptionPlanRow, 'id' | 'gymId' | 'position'>;

const { gymText, dayNote, planName, planDescription } = staffLimits;
const name: StaffTextRule = { most: planName, required: true };
const optional = (most: number): StaffTextRule => ({ most, required: false });

export function readGym(sent: GymContent): GymContent {
  refuse([
    ...check('/name', sent.name, name),
    ...check('/address', sent.address, optional(gymText)),
    ...check('/access', sent.access, optional(gymText)),
    ...check('/phone', sent.phone, optional(40)),
  ]);
  return {
    ...sent,
    name: normalizeStaffLine(sent.name),
    address: normalizeStaffLine(sent.address),
    access: normalizeStaffText(sent.access),
    phone: normalizeStaffLine(sent.phone),
  };
}

export function readPlans(sent: readonly PlanContent[]): PlanContent[] {
  refuse(
    sent.flatMap((plan, at) => [
      ...check(`/plans/${at}/name`, plan.name, name),
      ...check(`/plans/${at}/description`, plan.description, optional(planDescription)),
    ]),
  );
  return sent.map((plan) => ({
    ...plan,
    name: normalizeStaffLine(plan.name),
    description: normalizeStaffText(plan.description),
  }));
}

export function readNote(note: string): string {
  refuse(check('/note', note, optional(dayNote)));
  return normalizeStaffLine(note);
}

const faultWords = {
  empty: 'shows nothing',
  too_long: 'is too long',
  unreadable: 'has control characters',
} as const;

function check(path: string, text: string, rule: StaffTextRule): ProblemField[] {
  const fault = findStaffTextFault(text, rule);
  return fault === null ? [] : [{ path, in: 'body', message: faultWords[fault] }];
}

function refuse(fields: readonly ProblemField[]): void {
  if (fields.length > 0) throw new AppError('invalid_request', { fields });
}
