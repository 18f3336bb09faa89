import {
  getUserInfo,
  type UserInfo,
  type UserInfoChanges,
} from '@tanren/contract/members/userinfo';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { createFileRoute, notFound, useNavigate } from '@tanstack/react-router';
import {
  profileFieldWords,
  toChanges,
  toFormValues,
  toProfile,
} from '#features/members/profile-fields.ts';
import { ProfileForm } from '#features/members/profile-form.tsx';
import { updateUserInfoMutation } from '#features/members/userinfo.queries.ts';
import { callApi } from '#lib/api.ts';
import { readUserInfo } from '#lib/auth/session.ts';
import {
  applyProfileChanges,
  findProfileConflict,
  profileTarget,
} from '#lib/auth/unsent-profile.ts';
import { storedHere, notifyDone } from '#lib/notifier.ts';
import { deleteUnsent, openOutbox } from '#lib/offline/outbox.ts';
import { useVersionedDraft } from '#lib/use-versioned-draft.ts';
import { ComparedFields, compareFields } from '#ui/feedback/compared-fields.tsx';
import { ConflictPanel } from '#ui/feedback/notices.tsx';
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
    return { userInfo, conflict };
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

function EditUserInfoPage() {
  const { userInfo, conflict: rejected } = Route.useLoaderData();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const update = useMutation(updateUserInfoMutation(queryClient));
  const editor = useVersionedDraft(
    userInfo,
    toFormValues,
    rejected === null ? {} : restoreEdit(userInfo, rejected),
  );
  const { conflict, draft, round } = editor;

  async function send(changes: UserInfoChanges): Promise<void> {
    const isNothing = Object.keys(changes).length === 0;
    if (isNothing && rejected !== null) await deleteUnsent(profileTarget);
    const sent = isNothing || (await update.mutateAsync(changes)).sent;
    if (sent) notifyDone('プロフィールを保存しました', '変更はすぐに反映されます。');
    else notifyDone(...storedHere);
    await navigate({ to: '/settings', ignoreBlocker: true });
  }

  return (
    <FormPage title="プロフィールの編集">
      <ProfileForm
        key={round}
        initial={draft}
        unsaved={round > 0 && conflict !== null}
        notice={
          conflict === null ? null : (
            <ConflictPanel
              heading="ほかの端末で内容が変更されています"
              editor={{
                ...editor,
                loadLatest: () => {
                  void deleteUnsent(profileTarget);
                  editor.loadLatest();
                },
              }}
              overwrite="submit"
            >
              <p>
                編集を始めたあとに、プロフィールが別の端末などで保存されました。内容を比べて、どちらを残すか選んでください。
              </p>
              <ComparedFields
                fields={compareFields(profileFieldWords, {
                  base: conflict.before,
                  theirs: conflict.latest,
                  mine: applyProfileChanges(conflict.latest, toProfile(draft)),
                })}
              />
            </ConflictPanel>
          )
        }
        save={(values) => {
          const toOwnChanges = (known: UserInfo) => toChanges(known, toProfile(values));
          return editor.save({
            send: (known) => send(toOwnChanges(known)),
            readLatest: async () => (await readTheirs(queryClient)) ?? editor.base,
            merge: (theirs, known) =>
              toFormValues(applyProfileChanges(theirs, toOwnChanges(known))),
          });
        }}
      />
    </FormPage>
  );
}

/** Continues an edit whose changes the server rejected, because another device was faster. */
function restoreEdit(latest: UserInfo, rejected: UserInfoChanges) {
  const before = applyProfileChanges(latest, rejected.expected ?? {});
  const draft = toFormValues(applyProfileChanges(latest, rejected));
  return { draft, conflict: { before, latest } };
}
