import {
  getUserInfo,
  type UserInfo,
  type UserInfoChanges,
} from '@tanren/contract/members/userinfo';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { createFileRoute, notFound, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ProfileConflict } from '#features/members/profile-conflict.tsx';
import { toChanges, toFormValues, toProfile } from '#features/members/profile-fields.ts';
import { ProfileForm } from '#features/members/profile-form.tsx';
import { updateUserInfoMutation } from '#features/members/userinfo.queries.ts';
import { callApi } from '#lib/api.ts';
import { readUserInfo } from '#lib/auth/session.ts';
import {
  applyProfileChanges,
  findProfileConflict,
  profileTarget,
} from '#lib/auth/unsent-profile.ts';
import { isStaleVersion } from '#lib/errors.ts';
import { storedHere, notifyDone, notifyError } from '#lib/notifier.ts';
import { deleteUnsent, openOutbox } from '#lib/offline/outbox.ts';
import { serverNow } from '#lib/server-time.ts';
import { FormPage } from '#ui/forms/form-page.tsx';

export const Route = createFileRoute('/settings/userinfo')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'プロフィールの編集',
    parent: ['/settings', '/'],
  },
  loader: async ({ context }) => {
    const conflict = findProfileConflict(await openOutbox());
    const { queryClient } = context;
    const userInfo = await (conflict === null
      ? readUserInfo(queryClient)
      : readTheirs(queryClient));
    if (userInfo === null) throw notFound();
    return { userInfo, conflict, today: toGymDay(new Date(serverNow())) };
  },
  // Data of an earlier visit would cause a conflict with the member's own changes.
  gcTime: 0,
  component: EditUserInfoPage,
});

/** Returns the profile of the server, without unsent changes. */
async function readTheirs(queryClient: QueryClient): Promise<UserInfo | null> {
  await queryClient.invalidateQueries({ queryKey: ['userinfo'], refetchType: 'none' });
  try {
    return await callApi(getUserInfo, {});
  } catch {
    return await readUserInfo(queryClient);
  }
}

interface Edited {
  /** Profile as the server has it. */
  readonly known: UserInfo;
  /**
   * Own changes to fields that another device has changed as well. `null` if there is nothing to
   * decide.
   */
  readonly conflict: UserInfoChanges | null;
  /** Changes that the form starts with, beyond the known profile. */
  readonly typed: UserInfoChanges;
  /** Number of the form. Each start renders a new form. */
  readonly round: number;
}

/**
 * Manages the profile being edited, including the case that another device has saved in the
 * meantime.
 */
function useEditedProfile(userInfo: UserInfo, rejected: UserInfoChanges | null) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const update = useMutation(updateUserInfoMutation(queryClient));
  const [edited, setEdited] = useState<Edited>({
    known: userInfo,
    conflict: rejected,
    typed: rejected ?? {},
    round: 0,
  });
  const { known, typed, round } = edited;

  async function save(changes: UserInfoChanges): Promise<void> {
    try {
      const isNothing = Object.keys(changes).length === 0;
      if (isNothing && rejected !== null) await deleteUnsent(profileTarget);
      const sent = isNothing || (await update.mutateAsync(changes)).sent;
      if (sent) notifyDone('プロフィールを保存しました', '変更はすぐに反映されます。');
      else notifyDone(...storedHere);
      await navigate({ to: '/settings', ignoreBlocker: true });
    } catch (error) {
      if (!isStaleVersion(error)) throw error;
      setEdited({
        known: (await readTheirs(queryClient)) ?? known,
        conflict: changes,
        typed: changes,
        round: round + 1,
      });
    }
  }

  return {
    ...edited,
    save,
    editor: {
      busy: update.isPending,
      overwrite: () => {
        save(toChanges(known, typed)).catch(notifyError);
      },
      loadLatest: () => {
        void deleteUnsent(profileTarget);
        setEdited({ known, conflict: null, typed: {}, round: round + 1 });
      },
      keepEditing: () => {
        setEdited({ ...edited, conflict: null });
      },
    },
  };
}

function EditUserInfoPage() {
  const { userInfo, conflict: rejected, today } = Route.useLoaderData();
  const { known, conflict, typed, round, save, editor } = useEditedProfile(userInfo, rejected);
  const shown = applyProfileChanges(known, typed);
  return (
    <FormPage title="プロフィールの編集">
      {conflict === null ? null : <ProfileConflict theirs={known} mine={shown} editor={editor} />}
      <ProfileForm
        key={round}
        initial={toFormValues(shown)}
        unsaved={round > 0 && conflict !== null}
        today={today}
        submitLabel="保存する"
        save={(values) => save(toChanges(known, toProfile(values)))}
      />
    </FormPage>
  );
}
