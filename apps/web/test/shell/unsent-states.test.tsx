import { createReservation } from '@tanren/contract/booking/training-reservations';
import type { Endpoint, EndpointInput } from '@tanren/contract/endpoint';
import { updateUserInfo } from '@tanren/contract/members/userinfo';
import {
  createTrainingSession,
  setFavoriteTrainingSession,
  updateTrainingSession,
} from '@tanren/contract/menus/menus';
import type { WriteKind } from '@tanren/contract/queued-calls';
import { toGymInstant } from '@tanren/domain/gyms/gym-time';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { bookingTarget } from '#entities/booking/unsent-bookings.ts';
import { readSession, userInfoQuery } from '#lib/auth/session.ts';
import { useUnsent } from '#lib/offline/outbox.ts';
import { changeWrites, readWrites } from '#lib/offline/outbox-store.ts';
import type { WriteTarget } from '#lib/offline/queued-write.ts';
import { toStoredCall } from '#lib/offline/write-through.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { gymId, openGymBook, openSlots, slot, tomorrow } from '#test/booking/gym-book.ts';
import { chestDay } from '#test/menus/menu-editor.ts';
import { heart, openMenuShelf, titles } from '#test/menus/menus.ts';
import { answer, lost } from '#test/support/answers.ts';
import { renderPage } from '#test/support/render.tsx';
import { memberSub, readyProfile, signIn } from '#test/support/session.ts';

const content = { ...chestDay, description: '' };

/** Stores a write that this device sends without getting an answer. */
async function queue<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  { target, sendBefore }: { readonly target: WriteTarget; readonly sendBefore?: number },
): Promise<void> {
  answer(endpoint, lost);
  const write = {
    key: crypto.randomUUID(),
    target,
    call: toStoredCall(endpoint, input),
    about: content.title,
    queuedAt: Date.now(),
    ...(sendBefore === undefined ? {} : { sendBefore }),
  };
  const unsent = { ...write, follows: [], base: null, tried: false, refusal: null };
  await changeWrites(memberSub, (writes) => [...writes, unsent]);
}

/** Opens a page with an unsent write of each kind, and finds the write in place of the answer. */
const kinds: Record<WriteKind, () => Promise<void>> = {
  profile: async () => {
    await queue(updateUserInfo, { body: { nickname: 'ハガネ' } }, { target: 'profile' });
    await renderPage('/settings');
    await expect.element(page.getByRole('link', { name: 'ハガネ' })).toBeVisible();
  },
  'ranking-visibility': async () => {
    const target = 'ranking-visibility';
    await queue(updateUserInfo, { body: { rankingVisible: false } }, { target });
    await renderPage('/settings');
    await expect
      .element(page.getByRole('switch', { name: /ランキング/ }))
      .toHaveAttribute('aria-checked', 'false');
  },
  draft: async () => {
    openMenuShelf();
    await queue(createTrainingSession, { body: content }, { target: 'draft:a' });
    await renderPage('/my-training-sessions');
    await expect.element(page.getByRole('link', { name: content.title })).toBeVisible();
  },
  menu: async () => {
    const { trainingSessionId, version } = openMenuShelf().put({ title: '前の題' });
    const input = { params: { trainingSessionId }, body: { ...content, version } };
    await queue(updateTrainingSession, input, { target: `menu:${trainingSessionId}` });
    await renderPage('/my-training-sessions');
    await expect.poll(titles).toEqual([content.title]);
  },
  favorite: async () => {
    const { trainingSessionId, title } = openMenuShelf().put();
    const body = { trainingSessionId, favorite: true };
    await queue(setFavoriteTrainingSession, { body }, { target: `favorite:${trainingSessionId}` });
    await renderPage('/search-training-sessions');
    await expect.element(heart(title)).toHaveAttribute('aria-pressed', 'true');
  },
  reservation: async () => {
    openGymBook();
    const startsAt = toGymInstant(tomorrow(), 9 * 60).toISOString();
    const input = { params: { gymId, date: tomorrow() }, body: { startsAt } };
    const limits = { target: bookingTarget(gymId, startsAt), sendBefore: Date.now() + 60_000 };
    await queue(createReservation, input, limits);
    await openSlots();
    await expect.element(slot('9:00〜10:00')).toHaveTextContent('予約を確認しています');
  },
};

test.each(Object.entries(kinds))(
  'a page shows and marks an unsent write: %s',
  async (kind, show) => {
    await show();
    // A reservation is not stored to be sent later. Its slot says that the answer is missing.
    const mark = kind === 'reservation' ? /予約を確認しています/ : /^未送信$/;
    await expect.element(page.getByRole('main').getByText(mark).first()).toBeVisible();
    expect(await readWrites(memberSub)).toHaveLength(1);
  },
);

function UnsentCount() {
  return <output>{useUnsent().length}</output>;
}

// A page that forgot to wait would show the old value first.
test('after the guard has read the session, a page knows the unsent writes at once', async () => {
  signIn();
  await queue(updateUserInfo, { body: { nickname: 'ハガネ' } }, { target: 'profile' });
  const queryClient = createQueryClient();
  queryClient.setQueryData(userInfoQuery(memberSub).queryKey, readyProfile);
  await readSession(queryClient);
  const container = document.createElement('div');
  const root = createRoot(container);
  flushSync(() => {
    root.render(<UnsentCount />);
  });
  expect(container.textContent).toBe('1');
  root.unmount();
});
