import { createGym, type StaffGym, updateGym } from '@tanren/contract/staff-gyms';
import { useRef, useState } from 'react';
import { callApi } from '#lib/api.ts';
import { makeUuid } from '#lib/make-uuid.ts';
import type { GymContent } from './gym-fields.ts';

/** Of a gym that nobody has changed yet. */
const firstVersion = 1;

/**
 * Opens one gym, however often it is sent. After a lost answer it may be there already, with what
 * was typed then: it is changed to what is typed now, unless a colleague has changed it.
 */
export function useNewGym(): (content: GymContent) => Promise<StaffGym> {
  const [draftId] = useState(makeUuid);
  const wasSent = useRef(false);
  return async (content) => {
    const isAgain = wasSent.current;
    wasSent.current = true;
    const gym = await callApi(createGym, { body: { ...content, draftId } });
    if (!isAgain) return gym;
    const body = { ...content, version: firstVersion };
    return await callApi(updateGym, { params: { gymId: gym.id }, body });
  };
}
