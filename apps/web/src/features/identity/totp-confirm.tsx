import { useQueryClient } from '@tanstack/react-query';
import { finishTotpSetUp, type TotpSetUp } from '#lib/auth-totp.ts';
import { notifyDone } from '#lib/notifier.ts';
import { CodeField } from '#ui/code-field.tsx';
import { CopyText } from '#ui/copy-text.tsx';
import { FormError } from '#ui/form-error.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { appCodeInput } from './identity-input.ts';
import { totpQuery } from './identity.queries.ts';
import { issueFirstRecoveryCodes } from './recovery-codes.tsx';
import { useIdentityForm } from './use-identity-form.ts';
import classes from './totp.module.css';

interface TotpConfirmProps {
  readonly setUp: TotpSetUp;
  /** With the first recovery codes. */
  readonly onDone: (recoveryCodes: readonly string[] | null) => void;
}

/** Not in use until a code proves that the app really has the key: nobody locks themselves out. */
export function TotpConfirm({ setUp, onDone }: TotpConfirmProps) {
  const queryClient = useQueryClient();
  const { form, errors, problem, busy } = useIdentityForm({
    fields: { code: appCodeInput() },
    submit: async ({ code }) => {
      await finishTotpSetUp(code);
      const recoveryCodes = await issueFirstRecoveryCodes();
      queryClient.setQueryData(totpQuery.queryKey, true);
      notifyDone('認証アプリを設定しました', '次回のサインインからコードを入力してください。');
      onDone(recoveryCodes);
    },
    blames: { EnableSoftwareTokenMFAException: 'code', CodeMismatchException: 'code' },
  });
  return (
    <ol className={classes.steps}>
      <li>
        <p className={classes.text}>認証アプリで、このQRコードを読み取ってください。</p>
        <QrCode text={setUp.uri} label="認証アプリに登録するためのQRコード" />
        <a className={classes.open} href={setUp.uri}>
          この端末の認証アプリで開く
        </a>
        <p className={classes.text}>読み取れないときは、次のキーを入力してください。</p>
        <CopyText text={setUp.secret} label="セットアップキー" />
      </li>
      <li>
        <p className={classes.text}>アプリに表示された6桁のコードを入力してください。</p>
        <form {...form}>
          <CodeField name="code" label="認証コード" error={errors.code} />
          <FormError text={problem} />
          <SubmitButton busy={busy}>有効にする</SubmitButton>
        </form>
      </li>
    </ol>
  );
}
