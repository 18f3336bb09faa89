import { readNextPath } from '@tanren/domain/route-paths';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { FormPage } from '#ui/form-page.tsx';
import { ProfileForm } from './profile-form.tsx';
import { dropProfileDraft, keepProfileDraft, loadProfileDraft } from './profile-draft.ts';
import { toFormValues, toProfile } from './profile-fields.ts';
import { createUserInfoMutation } from './userinfo.queries.ts';

const route = getRouteApi('/register/userinfo');

/** The first step of a new member, or the way back for a profile that lacks what became mandatory. */
export function RegisterUserInfoScreen({ wayOut }: { readonly wayOut: ReactNode }) {
  const { sub, userInfo, today } = route.useLoaderData();
  const { next } = route.useSearch();
  const router = useRouter();
  const create = useMutation(createUserInfoMutation(useQueryClient()));
  const [initial] = useState(() => loadProfileDraft(sub) ?? toFormValues(userInfo));
  return (
    <FormPage
      title="プロフィールの登録"
      lead={
        userInfo === null
          ? 'マシンの設定と記録の計算に使います。あとから変更できます。'
          : 'マシンの更新に伴い、身長と体重の登録をお願いしています。足りない項目を入力してください。'
      }
    >
      <ProfileForm
        initial={initial}
        today={today}
        submitLabel="登録する"
        onTyped={(values) => {
          keepProfileDraft(sub, values);
        }}
        losesOnReload={() => loadProfileDraft(sub) === null}
        save={async (values) => {
          const { mandatory, birthDate, sex } = toProfile(values);
          await create.mutateAsync({
            ...mandatory,
            ...(birthDate === null ? {} : { birthDate }),
            ...(sex === null ? {} : { sex }),
          });
          dropProfileDraft(sub);
          await router.navigate({
            href: readNextPath(next) ?? '/',
            replace: true,
            ignoreBlocker: true,
          });
        }}
      />
      {wayOut}
    </FormPage>
  );
}
