import { startTotpSetUp, type TotpSetUp } from '#lib/auth-totp.ts';
import { FormError } from '#ui/form-error.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { useIdentityForm } from './use-identity-form.ts';
import classes from './totp.module.css';

interface TotpStartProps {
  readonly account: string;
  readonly onStarted: (setUp: TotpSetUp) => void;
}

export function TotpStart({ account, onStarted }: TotpStartProps) {
  const { form, problem, busy } = useIdentityForm({
    fields: {},
    submit: async () => {
      onStarted(await startTotpSetUp(account));
    },
  });
  return (
    <form {...form}>
      <p className={classes.text}>
        サインインのときに、パスワードに加えて認証アプリの6桁のコードを入力します。パスワードが知られても、ほかの人はサインインできません。
      </p>
      <p className={classes.text}>
        Google Authenticator や Microsoft Authenticator などの認証アプリをご用意ください。
      </p>
      <FormError text={problem} />
      <SubmitButton busy={busy}>設定する</SubmitButton>
    </form>
  );
}
