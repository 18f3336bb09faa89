import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { WayOut } from '#features/identity/leave.tsx';
import { SignInFirst } from '#features/identity/sign-in-first.tsx';
import {
  clearProfileDraft,
  storeProfileDraft,
  loadProfileDraft,
  toFormValues,
  toProfile,
} from '#features/members/profile-fields.ts';
import { ProfileForm } from '#features/members/profile-form.tsx';
import { createUserInfoMutation } from '#features/members/userinfo.queries.ts';
import { readIdentity } from '#lib/auth/auth.ts';
import { onlySearch, readNextSearch } from '#lib/route-params.ts';
import { serverNow } from '#lib/server-time.ts';
import { FormPage } from '#ui/forms/form-page.tsx';

const validateSearch = onlySearch(readNextSearch);

export const Route = createFileRoute('/register/userinfo')({
  staticData: { access: 'initial', layout: 'simple', title: 'プロフィールの登録', parent: null },
  validateSearch,
  loader: async ({ context }) => {
    const { access } = await context.readSession();
    const userInfo = access.signedIn ? access.profile : null;
    const sub = (await readIdentity())?.sub ?? '';
    const today = toGymDay(new Date(serverNow()));
    return { sub, signedIn: access.signedIn, userInfo, today };
  },
  component: RegisterUserInfoPage,
});

function RegisterUserInfoPage() {
  const { signedIn } = Route.useLoaderData();
  if (!signedIn) return <SignInFirst title="プロフィールの登録" next="/register/userinfo" />;
  return <RegisterUserInfo />;
}

/**
 * Shows the first step of a new member. It also completes a profile that lacks a field which became
 * mandatory.
 */
function RegisterUserInfo() {
  const { sub, userInfo, today } = Route.useLoaderData();
  const { next } = Route.useSearch();
  const router = useRouter();
  const create = useMutation(createUserInfoMutation(useQueryClient()));
  const [initial] = useState(() => loadProfileDraft(sub) ?? toFormValues(userInfo));
  return (
    <FormPage
      title="プロフィールの登録"
      lead={
        userInfo === null
          ? 'マシンの調整と、体重あたりの記録に使います。あとから変更できます。'
          : 'マシンの更新に伴い、身長と体重の登録をお願いしています。足りない項目を入力してください。'
      }
    >
      <ProfileForm
        initial={initial}
        today={today}
        submitLabel="登録する"
        onTyped={(values) => {
          storeProfileDraft(sub, values);
        }}
        losesOnReload={() => loadProfileDraft(sub) === null}
        save={async (values) => {
          // An empty optional field is left out, so that it does not clear a value which another
          // device has saved.
          const { birthDate, sex, ...mandatory } = toProfile(values);
          await create.mutateAsync({
            ...mandatory,
            ...(birthDate === null ? {} : { birthDate }),
            ...(sex === null ? {} : { sex }),
          });
          clearProfileDraft(sub);
          await router.navigate({
            href: next ?? '/',
            replace: true,
            ignoreBlocker: true,
          });
        }}
      />
      <WayOut />
    </FormPage>
  );
}
