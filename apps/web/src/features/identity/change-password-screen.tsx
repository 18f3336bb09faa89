import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { changePassword } from '#lib/auth-account.ts';
import { notifyDone } from '#lib/notifier.ts';
import { FormError } from '#ui/form-error.tsx';
import { FormPage } from '#ui/form-page.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { BackToSettings } from './back-to-settings.tsx';
import { currentPasswordInput, differentPasswordInput } from './identity-input.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { useIdentityForm } from './use-identity-form.ts';
import { UsernameForManagers } from './username-for-managers.tsx';

const route = getRouteApi('/settings/change-password');

export function ChangePasswordScreen() {
  const { email } = route.useLoaderData();
  const navigate = useNavigate();
  const { form, errors, problem, busy } = useIdentityForm({
    fields: { current: currentPasswordInput(), password: differentPasswordInput(email) },
    submit: async ({ current, password }) => {
      await changePassword(current, password);
      notifyDone('パスワードを変更しました', '次回から新しいパスワードでサインインしてください。');
      await navigate({ to: '/settings' });
    },
    words: { NotAuthorizedException: '現在のパスワードが正しくありません。' },
    blames: { NotAuthorizedException: 'current', InvalidPasswordException: 'password' },
  });
  return (
    <FormPage title="パスワードの変更" back={<BackToSettings />}>
      <form {...form}>
        <UsernameForManagers email={email} />
        <PasswordField
          name="current"
          label="現在のパスワード"
          error={errors.current}
          autoComplete="current-password"
          enterKeyHint="next"
        />
        <NewPasswordField name="password" label="新しいパスワード" error={errors.password} />
        <FormError text={problem} />
        <SubmitButton busy={busy}>変更する</SubmitButton>
      </form>
    </FormPage>
  );
}
