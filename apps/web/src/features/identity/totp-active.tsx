import { useQueryClient } from '@tanstack/react-query';
import { IconShieldCheck } from '@tabler/icons-react';
import { turnTotpOff } from '#lib/auth-totp.ts';
import { notifyDone } from '#lib/notifier.ts';
import { FormError } from '#ui/form-error.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { totpQuery } from './identity.queries.ts';
import { useIdentityForm } from './use-identity-form.ts';
import classes from './totp.module.css';

export function TotpActive() {
  const queryClient = useQueryClient();
  const { form, problem, busy } = useIdentityForm({
    fields: {},
    submit: async () => {
      await turnTotpOff();
      queryClient.setQueryData(totpQuery.queryKey, false);
      notifyDone('2段階認証を解除しました', '次回からパスワードだけでサインインできます。');
    },
  });
  return (
    <form {...form}>
      <p className={classes.state}>
        <IconShieldCheck size={24} stroke={1.75} aria-hidden />
        有効になっています
      </p>
      <p className={classes.text}>
        サインインのときに、認証アプリの6桁のコードを入力します。機種変更の際は、いったん解除してから新しい端末で設定し直してください。
      </p>
      <FormError text={problem} />
      <SubmitButton busy={busy}>解除する</SubmitButton>
    </form>
  );
}
