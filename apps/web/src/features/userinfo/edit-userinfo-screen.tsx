import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { notifyDone } from '#lib/notifier.ts';
import { backLink, BackWords } from '#ui/back-link.tsx';
import { FormPage } from '#ui/form-page.tsx';
import { ProfileForm } from './profile-form.tsx';
import { toFormValues, toProfile } from './profile-fields.ts';
import { updateUserInfoMutation } from './userinfo.queries.ts';

const route = getRouteApi('/settings/userinfo');

export function EditUserInfoScreen() {
  const { userInfo, today } = route.useLoaderData();
  const navigate = useNavigate();
  const update = useMutation(updateUserInfoMutation(useQueryClient()));
  return (
    <FormPage
      title="プロフィールの編集"
      back={
        <Link to="/settings" className={backLink}>
          <BackWords>設定に戻る</BackWords>
        </Link>
      }
    >
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
