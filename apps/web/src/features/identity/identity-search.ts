import { useHydrated, useSearch } from '@tanstack/react-router';
import { onlySearch, readNextSearch } from '#lib/route-params.ts';

/** Later steps of the sign-in page. The other pages use `confirm`. */
const laterSteps = [
  'totp',
  'sms-code',
  'email-code',
  'mfa-choice',
  'mfa-set-up-choice',
  'totp-set-up',
  'email-set-up',
  'custom-challenge',
  'new-password',
] as const;
export type LaterStep = (typeof laterSteps)[number];

type IdentityStep = 'confirm' | LaterStep;

interface IdentitySearch {
  /** Path of this app that the member wanted to open. */
  readonly next?: string;
  /** Later step of the page. Absent for the first step. */
  readonly step?: IdentityStep;
}

function isStep(value: unknown): value is IdentityStep {
  return value === 'confirm' || laterSteps.some((step) => step === value);
}

export const validateIdentitySearch = onlySearch((search): IdentitySearch => {
  const { step } = search;
  return { ...readNextSearch(search), ...(isStep(step) ? { step } : {}) };
});

/**
 * Returns the parameters of the displayed page, because the address is ahead while the next page
 * loads. Empty while a prerendered page hydrates, because it was written without parameters.
 */
function useIdentitySearch(): IdentitySearch {
  const search: IdentitySearch = useSearch({ strict: false });
  return useHydrated() ? search : {};
}

export function useStep(): IdentityStep | undefined {
  return useIdentitySearch().step;
}

export function useNext(): string | null {
  return useIdentitySearch().next ?? null;
}

/** Returns the parameters of another sign-in step or page and keeps the target path. */
export function nextSearch(next: string | null, step?: IdentityStep): IdentitySearch {
  return { ...(step === undefined ? {} : { step }), ...(next === null ? {} : { next }) };
}
