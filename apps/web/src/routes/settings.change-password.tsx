import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useIdentityForm, UsernameForManagers } from '#features/identity/identity-form.tsx';
import { currentPasswordInput, differentPasswordInput } from '#features/identity/identity-input.ts';
import { NewPasswordField } from '#features/identity/new-password-field.tsx';
import { changePassword } from '#entities/members/account.ts';
import { readIdentity } from '#lib/auth/auth.ts';
import { notifyDone } from '#lib/notifier.ts';
import { FormError, FormPage, SubmitButton } from '#ui/forms/form-page.tsx';
import { PasswordField } from '#ui/forms/fields.tsx';

export const Route = createFileRoute('/settings/change-password')({
  staticData: { access: 'default', layout: 'auth', title: 'パスワードの変更', parent: '/settings' },
  loader: async () => ({ email: (await readIdentity())?.email ?? '' }),
  component: ChangePasswordPage,
});

function ChangePasswordPage() {
  const { email } = Route.useLoaderData();
  const navigate = useNavigate();
  const { form, errors, problem, busy } = useIdentityForm({
    fields: { current: currentPasswordInput(), password: differentPasswordInput(email) },
    submit: async ({ current, password }) => {
      await changePassword(current, password);
      notifyDone('パスワードを変更しました', '次回から新しいパスワードでログインしてください。');
      await navigate({ to: '/settings' });
    },
    messages: { NotAuthorizedException: '現在のパスワードが正しくありません。' },
    errorFields: { NotAuthorizedException: 'current', InvalidPasswordException: 'password' },
  });
  return (
    <FormPage title="パスワードの変更">
      <form {...form}>
        <UsernameForManagers email={email} />
        <PasswordField
          name="current"
          label="現在のパスワード"
          error={errors.current}
          autoComplete="current-password"
          enterKeyHint="next"
        />
        <NewPasswordField
          name="password"
          label="新しいパスワード"
          error={errors.password}
          email={email}
        />
        <FormError text={problem} />
        <SubmitButton busy={busy}>変更する</SubmitButton>
      </form>
    </FormPage>
  );
}
