import {
  listMyReservations,
  type TrainingReservation,
} from '@tanren/contract/booking/training-reservations';
import type { TrainingSession } from '@tanren/contract/menus/menus';
import type { UserInfo } from '@tanren/contract/members/userinfo';
import type { QueryClient } from '@tanstack/react-query';
import { refreshReservations } from '#entities/booking/reservations.queries.ts';
import { explainBooking, isBooking } from '#entities/booking/unsent-bookings.ts';
import { refreshSessions, trainingSessionQuery } from '#entities/menus/menus.queries.ts';
import { refreshRankings } from '#entities/workouts/workouts.queries.ts';
import { isDeletion } from '#entities/menus/unsent-menus.ts';
import { callApi } from '#lib/api.ts';
import { loadPart } from '#lib/builds/chunks.ts';
import { keepUserInfo } from '#lib/auth/session.ts';
import { isOfProfile } from '#lib/auth/unsent-profile.ts';
import { notifyDone } from '#lib/notifier.ts';
import type { SendResult, UnsentWrite } from '#lib/offline/outbox-rules.ts';
import { startOutbox } from '#lib/offline/outbox-sender.ts';

/**
 * Sends the waiting writes and updates the pages when one arrives in the background. It is loaded
 * after the page has been drawn. Returns a function that stops it.
 */
export function followOutbox(queryClient: QueryClient): () => void {
  return startOutbox({
    onSent(write, answer) {
      const { target, about } = write;
      if (isBooking(write)) {
        void refreshReservations(queryClient);
        notifyDone('予約できました', about);
      } else if (isOfProfile(target)) {
        keepUserInfo(queryClient, answer as UserInfo);
        void refreshRankings(queryClient);
      } else if (target.startsWith('favorite:') || isDeletion(write)) {
        void changeLists(queryClient, write, answer);
      } else {
        const session = answer as TrainingSession;
        queryClient.setQueryData(trainingSessionQuery(session.trainingSessionId).queryKey, session);
        void refreshSessions(queryClient);
      }
    },
    onRefused(write, refusal) {
      const { target, call } = write;
      if (isBooking(write)) {
        void refreshReservations(queryClient);
        notifyDone('予約できませんでした', `${write.about}：${explainBooking({ refusal })}`);
        return false;
      }
      void refreshSessions(queryClient);
      // The member compares it with the server's version, so that is fetched.
      if (isOfProfile(target)) void queryClient.invalidateQueries({ queryKey: ['userinfo'] });
      // A missing menu counts as deleted and as no favourite, which is what the member wanted.
      const isUnmarked = target.startsWith('favorite:') && call.body['favorite'] === false;
      if (refusal.status === 404 && (isUnmarked || isDeletion(write))) return true;
      notifyDone(
        '送信できなかった変更があります',
        '画面の上の「確認が必要な変更」から内容をご確認ください。',
      );
      return false;
    },
    lookUp: lookUpBooking,
  });
}

/** Searches for the reservation that a call without an answer may have made. */
async function lookUpBooking({ call }: UnsentWrite): Promise<SendResult> {
  const isWanted = ({ gymId, startsAt }: TrainingReservation) =>
    gymId === call.params['gymId'] &&
    Date.parse(startsAt) === Date.parse(String(call.body['startsAt']));
  for (const time of ['upcoming', 'past'] as const) {
    const { items } = await callApi(listMyReservations, { querystring: { time } });
    const answer = items.find((one) => one.status !== 'cancelled' && isWanted(one));
    if (answer !== undefined) return { kind: 'done', answer };
  }
  return { kind: 'refused', refusal: { status: 0, code: null } };
}

/**
 * Updates the lists with the code of the pages that have them. Other pages do not load it, and
 * staff send no such writes.
 */
async function changeLists(queryClient: QueryClient, write: UnsentWrite, answer: unknown) {
  try {
    const cache = await loadPart(() => import('#features/menus/menu-cache.ts'));
    if (isDeletion(write)) {
      cache.forgetSession(queryClient, Number(write.call.params['trainingSessionId']));
    } else {
      cache.keepFavorite(queryClient, answer as Parameters<typeof cache.keepFavorite>[1]);
      return;
    }
  } catch {
    // The code could not be loaded, so the lists are fetched again.
  }
  await refreshSessions(queryClient);
}
