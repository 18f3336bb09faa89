import { useHydrated, useSearch } from '@tanstack/react-router';
import { onlySearch, readNextSearch } from '#lib/route-params.ts';

/** Of the log-in page; `confirm` is of the others. */
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
  /** Where the member wanted to go: a path of this app. */
  readonly next?: string;
  /** A later step of the page; without it the first is shown. */
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
 * Of the page that is shown, not of the address, which is ahead of it while the next page loads.
 * Empty while a prerendered page is taken over: it was written without any query.
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

/** The query of another step or page on the way in: where the member wanted to go stays known. */
export function nextSearch(next: string | null, step?: IdentityStep): IdentitySearch {
  return { ...(step === undefined ? {} : { step }), ...(next === null ? {} : { next }) };
}
