import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { WayOut } from '#features/identity/leave.tsx';
import { RegistrationProgress } from '#features/identity/registration-progress.tsx';
import { SignInFirst } from '#features/identity/sign-in-first.tsx';
import {
  bodyFields,
  clearProfileDraft,
  habitFields,
  loadProfileDraft,
  type ProfileFieldName,
  storeProfileDraft,
  toFormValues,
  toProfile,
} from '#features/members/profile-fields.ts';
import { BodyStep, HabitStep } from '#features/members/profile-steps.tsx';
import { createUserInfoMutation } from '#features/members/userinfo.queries.ts';
import { readIdentity } from '#lib/auth/auth.ts';
import { goBack } from '#lib/go-back.ts';
import { LeaveWarning } from '#lib/leave-warning.tsx';
import { onlySearch, readNextSearch } from '#lib/route-params.ts';
import { FormPage } from '#ui/forms/form-page.tsx';
import { findErrors, type FormSpec, type Values } from '#ui/forms/use-form.ts';

interface RegisterUserInfoSearch {
  readonly next?: string;
  /** Second step of the page. Absent for the first one. */
  readonly step?: 'habit';
}

const validateSearch = onlySearch((search): RegisterUserInfoSearch => ({
  ...readNextSearch(search),
  ...(search['step'] === 'habit' ? { step: 'habit' } : {}),
}));

export const Route = createFileRoute('/register/userinfo')({
  staticData: { access: 'initial', layout: 'simple', title: 'プロフィールの登録', parent: null },
  validateSearch,
  loader: async ({ context }) => {
    const { access } = await context.readSession();
    const userInfo = access.signedIn ? access.profile : null;
    const sub = (await readIdentity())?.sub ?? '';
    return { sub, signedIn: access.signedIn, userInfo };
  },
  component: RegisterUserInfoPage,
});

function RegisterUserInfoPage() {
  const { signedIn } = Route.useLoaderData();
  if (!signedIn) return <SignInFirst title="プロフィールの登録" next="/register/userinfo" />;
  return <RegisterUserInfo />;
}

/**
 * Asks a newcomer for the profile in two steps. It also completes a profile that lacks a field which
 * became mandatory; then only the step that lacks it is shown.
 */
function RegisterUserInfo() {
  const { sub, userInfo } = Route.useLoaderData();
  const { next, step } = Route.useSearch();
  const router = useRouter();
  const navigate = Route.useNavigate();
  const create = useMutation(createUserInfoMutation(useQueryClient()));
  const [values, setValues] = useState(() => loadProfileDraft(sub) ?? toFormValues(userInfo));
  const [dirty, setDirty] = useState(false);
  // Whether the previous position in the history is the first step.
  const isFirstBehind = useRef(false);
  const isNew = userInfo === null;
  // Not while typing: the first step stays until it is sent.
  const [isBodyDone, setBodyDone] = useState(() => isComplete(bodyFields, values));
  const isSecond = step === 'habit' && isBodyDone;
  const [openedAt] = useState(isSecond);

  const keep = (typed: Partial<Values<ProfileFieldName>>) => {
    const all = { ...values, ...typed };
    setValues(all);
    setDirty(true);
    storeProfileDraft(sub, all);
    return all;
  };

  async function save(all: Values<ProfileFieldName>): Promise<void> {
    // An empty optional field is left out, so that it does not clear a value which another device
    // has saved.
    const { birthDate, sex, ...mandatory } = toProfile(all);
    await create.mutateAsync({
      ...mandatory,
      ...(birthDate === null ? {} : { birthDate }),
      ...(sex === null ? {} : { sex }),
    });
    clearProfileDraft(sub);
    // Back must lead before the whole registration.
    if (isFirstBehind.current) await goBack(router.history);
    await router.navigate({ href: next ?? '/', replace: true, ignoreBlocker: true });
  }

  async function goOn(all: Values<ProfileFieldName>): Promise<void> {
    setBodyDone(true);
    storeProfileDraft(sub, all);
    if (step === 'habit') return;
    isFirstBehind.current = true;
    await navigate({ search: { ...nextOf(next), step: 'habit' }, ignoreBlocker: true });
  }

  const warning = (
    <LeaveWarning active={dirty} hasSteps losesOnReload={() => loadProfileDraft(sub) === null} />
  );
  if (isSecond) {
    return (
      <FormPage
        key="habit"
        above={isNew ? <RegistrationProgress at="habit" /> : null}
        title="いつもの運動"
        takesFocus={!openedAt}
        lead={isNew ? 'このあと利用規約を確認すると、登録は完了です。' : missingLead}
      >
        <HabitStep
          initial={values}
          submitLabel="登録する"
          onTyped={keep}
          onSubmit={(typed) => save(keep(typed))}
          onBack={() => {
            if (isFirstBehind.current) router.history.back();
            else void navigate({ search: nextOf(next), replace: true, ignoreBlocker: true });
          }}
        />
        {warning}
      </FormPage>
    );
  }
  // An older profile that lacks only its first half is complete after this step.
  const isLast = !isNew && isComplete(habitFields, values);
  return (
    <FormPage
      key="body"
      above={isNew ? <RegistrationProgress at="body" /> : null}
      title="プロフィールの登録"
      takesFocus={openedAt}
      lead={
        isNew ? 'マシンの調整と、体重あたりの記録に使います。あとから変更できます。' : missingLead
      }
    >
      <BodyStep
        initial={values}
        submitLabel={isLast ? '登録する' : '次へ'}
        onTyped={keep}
        onSubmit={(typed) => (isLast ? save : goOn)(keep(typed))}
      />
      <WayOut />
      {warning}
    </FormPage>
  );
}

const missingLead =
  'マシンの更新に伴い、身長と体重の登録をお願いしています。足りない項目を入力してください。';

const isComplete = <N extends string>(fields: FormSpec<N>, values: Values<NoInfer<N>>) =>
  Object.keys(findErrors(fields, values)).length === 0;

const nextOf = (next: string | undefined) => (next === undefined ? {} : { next });
