import { toGymDay } from '@tanren/domain/gym-time';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { toFormValues, toProfile } from '#features/userinfo/profile-fields.ts';
import { ProfileForm } from '#features/userinfo/profile-form.tsx';
import { updateUserInfoMutation } from '#features/userinfo/userinfo.queries.ts';
import { readUserInfo } from '#lib/auth/session.ts';
import { notifyDone } from '#lib/notifier.ts';
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
    const userInfo = await readUserInfo(context.queryClient);
    return { userInfo, today: toGymDay(new Date(serverNow())) };
  },
  component: EditUserInfoPage,
});

function EditUserInfoPage() {
  const { userInfo, today } = Route.useLoaderData();
  const navigate = useNavigate();
  const update = useMutation(updateUserInfoMutation(useQueryClient()));
  return (
    <FormPage title="プロフィールの編集">
      <ProfileForm
        initial={toFormValues(userInfo)}
        today={today}
        submitLabel="保存する"
        save={async (values) => {
          const { mandatory, birthDate, sex } = toProfile(values);
          await update.mutateAsync({ ...mandatory, birthDate, sex });
          notifyDone('プロフィールを保存しました', '変更はすぐに反映されます。');
          await navigate({ to: '/settings', ignoreBlocker: true });
        }}
      />
    </FormPage>
  );
}
