import { IconShieldCheck, IconShieldLock } from '@tabler/icons-react';
import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { BackToSettings } from '#features/identity/back-to-settings.tsx';
import { useIdentityForm } from '#features/identity/identity-form.tsx';
import { appCodeInput } from '#features/identity/identity-input.ts';
import {
  clearTotpSetUp,
  storeTotpSetUp,
  readTotpSetUp,
} from '#features/identity/identity-storage.ts';
import { issueFirstRecoveryCodes, RecoveryCodes } from '#features/identity/recovery-codes.tsx';
import classes from '#features/identity/totp.module.css';
import {
  finishTotpSetUp,
  startTotpSetUp,
  type TotpSetUp,
  turnTotpOff,
} from '#entities/members/account.ts';
import { readIdentity } from '#lib/auth/auth.ts';
import { loadPartOrReload } from '#lib/chunks.ts';
import { notifyDone } from '#lib/notifier.ts';
import { CodeField } from '#ui/forms/fields.tsx';
import { CopyText, QrCode } from '#ui/code-display.tsx';
import { FormError, FormPage, SubmitButton } from '#ui/forms/form-page.tsx';
import { Notice } from '#ui/feedback/notices.tsx';

/** Whether a code of the authenticator app is asked for at sign-in; another device may change it. */
const totpQuery = queryOptions({
  queryKey: ['totp'],
  queryFn: async () => {
    const { readTotpState } = await loadPartOrReload(() => import('#entities/members/account.ts'));
    return readTotpState();
  },
  staleTime: 0,
});

export const Route = createFileRoute('/settings/totp')({
  staticData: { access: 'default', layout: 'auth', title: '認証アプリ（2段階認証）' },
  loader: async ({ context }) => {
    await context.queryClient.query(totpQuery);
    const identity = await readIdentity();
    return { email: identity?.email ?? '', required: identity?.totpRequired ?? false };
  },
  onLeave: clearTotpSetUp,
  component: TotpPage,
});

function TotpPage() {
  const { email, required } = Route.useLoaderData();
  const { data: active } = useSuspenseQuery(totpQuery);
  const [setUp, setSetUp] = useState(() => readTotpSetUp(email));
  const [firstCodes, setFirstCodes] = useState<readonly string[] | null>(null);
  return (
    <FormPage title="認証アプリ（2段階認証）" back={<BackToSettings />}>
      {required && !active ? (
        <Notice Icon={IconShieldLock}>
          スタッフとトレーナーの方は、会員の情報を守るため、認証アプリの設定が必要です。設定が終わると、ほかの画面を使えます。
        </Notice>
      ) : null}
      {active ? (
        <>
          <TotpActive />
          <RecoveryCodes first={firstCodes} />
        </>
      ) : setUp === null ? (
        <TotpStart
          account={email}
          onStarted={(started) => {
            storeTotpSetUp(email, started);
            setSetUp(started);
          }}
        />
      ) : (
        <TotpConfirm
          setUp={setUp}
          onDone={(codes) => {
            clearTotpSetUp();
            setSetUp(null);
            setFirstCodes(codes);
          }}
        />
      )}
    </FormPage>
  );
}

interface TotpStartProps {
  readonly account: string;
  readonly onStarted: (setUp: TotpSetUp) => void;
}

function TotpStart({ account, onStarted }: TotpStartProps) {
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

interface TotpConfirmProps {
  readonly setUp: TotpSetUp;
  /** With the first recovery codes. */
  readonly onDone: (recoveryCodes: readonly string[] | null) => void;
}

/** Not in use until a code proves that the app really has the key: nobody locks themselves out. */
function TotpConfirm({ setUp, onDone }: TotpConfirmProps) {
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
    errorFields: { EnableSoftwareTokenMFAException: 'code', CodeMismatchException: 'code' },
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

function TotpActive() {
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
