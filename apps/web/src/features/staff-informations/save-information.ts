import type { StaffInformation } from '@tanren/contract/staff-informations';
import { normalizeStaffText } from '@tanren/domain/staff-texts';
import { isApiError, isStaleVersion } from '#lib/errors.ts';
import { makeUuid } from '#lib/make-uuid.ts';
import {
  findInformation,
  type InformationContent,
  sendChangedInformation,
  sendNewInformation,
} from './staff-informations.queries.ts';

/** Something happened to it elsewhere meanwhile. */
export type Trouble =
  | { readonly kind: 'conflict'; readonly current: StaffInformation }
  | { readonly kind: 'deleted' };

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly information: StaffInformation }
  | Trouble;

/**
 * Sent again after a lost answer, what was changed meanwhile is still to be saved: the one with
 * the words of that time is changed. If it is gone, this becomes one of its own.
 */
export async function createOnce(
  content: InformationContent,
  draftId: string,
  sentBefore: string | null,
): Promise<SaveOutcome> {
  try {
    return { kind: 'saved', information: await sendNewInformation(content, draftId) };
  } catch (error) {
    if (!isStaleVersion(error)) throw error;
  }
  const words = normalizeStaffText(sentBefore ?? '');
  const first = await findInformation((one) => one.content === words);
  if (first !== null) return changeInformation(first.id, content, first.version);
  return { kind: 'saved', information: await sendNewInformation(content, makeUuid()) };
}

export async function changeInformation(
  informationId: number,
  content: InformationContent,
  version: number,
): Promise<SaveOutcome> {
  try {
    const information = await sendChangedInformation(informationId, content, version);
    return { kind: 'saved', information };
  } catch (error) {
    if (isApiError(error, 404)) return { kind: 'deleted' };
    if (!isStaleVersion(error)) throw error;
  }
  const current = await findInformation(({ id }) => id === informationId);
  return current === null ? { kind: 'deleted' } : { kind: 'conflict', current };
}
