import type { TrainingSession } from '@tanren/contract/training-sessions';
import type { UserInfo } from '@tanren/contract/userinfo';
import type { QueryClient } from '@tanstack/react-query';
import {
  refreshSessions,
  trainingSessionQuery,
} from '#entities/training-sessions/training-sessions.queries.ts';
import { refreshRankings } from '#entities/workouts/workouts.queries.ts';
import { isDeletion } from '#entities/training-sessions/unsent-sessions.ts';
import { loadPart } from '#lib/builds/chunks.ts';
import { keepUserInfo } from '#lib/auth/session.ts';
import { isOfProfile } from '#lib/auth/unsent-profile.ts';
import { notifyDone } from '#lib/notifier.ts';
import type { UnsentWrite } from '#lib/offline/outbox-rules.ts';
import { startOutbox } from '#lib/offline/outbox-sender.ts';

/**
 * Sends what waits on this device, and lets the pages know what arrived behind their backs. Loaded
 * when the page has been drawn. The returned function ends it.
 */
export function followOutbox(queryClient: QueryClient): () => void {
  return startOutbox({
    onSent(write, answer) {
      const { target } = write;
      if (isOfProfile(target)) {
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
    onRefused(write, { status }) {
      const { target, call } = write;
      void refreshSessions(queryClient);
      // What the server has instead is shown, for whoever has to choose.
      if (isOfProfile(target)) void queryClient.invalidateQueries({ queryKey: ['userinfo'] });
      // What is gone is deleted and no favourite any more, which is what the member wanted.
      const isUnmarked = target.startsWith('favorite:') && call.body['favorite'] === false;
      if (status === 404 && (isUnmarked || isDeletion(write))) return true;
      notifyDone(
        '送信できなかった変更があります',
        '画面の上の「未送信の変更」で内容をご確認ください。',
      );
      return false;
    },
  });
}

/** By the code of the pages with lists, which others do without: staff send nothing of the kind. */
async function changeLists(queryClient: QueryClient, write: UnsentWrite, answer: unknown) {
  try {
    const cache = await loadPart(() => import('#features/training-sessions/session-cache.ts'));
    if (isDeletion(write)) {
      cache.forgetSession(queryClient, Number(write.call.params['trainingSessionId']));
    } else {
      cache.keepFavorite(queryClient, answer as Parameters<typeof cache.keepFavorite>[1]);
      return;
    }
  } catch {
    // Then the lists are read anew.
  }
  await refreshSessions(queryClient);
}
