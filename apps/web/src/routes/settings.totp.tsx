import { IconShieldCheck, IconShieldLock, IconShieldOff } from '@tabler/icons-react';
import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { EmailCode } from '#features/identity/email-code.tsx';
import { useIdentityForm } from '#features/identity/identity-form.tsx';
import { appCodeInput } from '#features/identity/identity-input.ts';
import {
  clearTotpSetUp,
  storeTotpSetUp,
  readTotpSetUp,
} from '#features/identity/identity-storage.ts';
import { issueFirstRecoveryCodes, RecoveryCodes } from '#features/identity/recovery-codes.tsx';
import { TotpKey } from '#features/identity/totp-key.tsx';
import classes from '#features/identity/totp.module.css';
import {
  finishTotpSetUp,
  type SecondFactors,
  startTotpSetUp,
  type TotpSetUp,
  turnTotpOff,
} from '#entities/members/account.ts';
import { authErrorText } from '#lib/auth/auth-error.ts';
import { readIdentity } from '#lib/auth/auth.ts';
import { loadPartOrReload } from '#lib/builds/chunks.ts';
import { notifyDone } from '#lib/notifier.ts';
import { PrimaryButton } from '#ui/buttons.tsx';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { CodeField } from '#ui/forms/fields.tsx';
import { FormError, FormPage, SubmitButton } from '#ui/forms/form-page.tsx';
import { Notice } from '#ui/feedback/notices.tsx';
import { look, Row, Stack, Text } from '#ui/layout.tsx';

/** Fetches the second factors of the account. Another device may change them. */
const totpQuery = queryOptions({
  queryKey: ['totp'],
  queryFn: async () => {
    const { readSecondFactors } = await loadPartOrReload(
      () => import('#entities/members/account.ts'),
    );
    return readSecondFactors();
  },
  staleTime: 0,
});

export const Route = createFileRoute('/settings/totp')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '認証アプリ（2段階認証）',
    parent: '/settings',
  },
  loader: async ({ context }) => {
    await context.queryClient.query(totpQuery);
    const identity = await readIdentity();
    return {
      sub: identity?.sub ?? '',
      email: identity?.email ?? '',
      required: identity?.totpRequired ?? false,
    };
  },
  onLeave: clearTotpSetUp,
  component: TotpPage,
});

function TotpPage() {
  const { sub, email, required } = Route.useLoaderData();
  const queryClient = useQueryClient();
  const { data: used } = useSuspenseQuery(totpQuery);
  const active = used.totp;
  const [setUp, setSetUp] = useState(() => readTotpSetUp(email));
  const [firstCodes, setFirstCodes] = useState<readonly string[] | null>(null);
  return (
    <FormPage title="認証アプリ（2段階認証）">
      {required && !active ? (
        <Notice Icon={IconShieldLock}>
          スタッフとトレーナーの方は、会員の情報を守るため、認証アプリの設定が必要です。設定が終わると、ほかの画面を使えます。
        </Notice>
      ) : null}
      {active ? (
        <>
          <TotpActive used={used} />
          <RecoveryCodes sub={sub} first={firstCodes} />
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
          sub={sub}
          setUp={setUp}
          used={used}
          onDone={(codes) => {
            clearTotpSetUp();
            setSetUp(null);
            setFirstCodes(codes);
          }}
        />
      )}
      <EmailCode
        used={used}
        onChanged={(isOn) => {
          queryClient.setQueryData(totpQuery.queryKey, { ...used, email: isOn });
        }}
      />
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
      <Text>
        ログインのときに、パスワードに加えて認証アプリの6桁のコードを入力します。パスワードが知られても、ほかの人はログインできません。
      </Text>
      <Text>
        Google&nbsp;Authenticator や Microsoft&nbsp;Authenticator などの認証アプリをご用意ください。
      </Text>
      <FormError text={problem} />
      <SubmitButton busy={busy}>設定する</SubmitButton>
    </form>
  );
}

interface TotpConfirmProps {
  readonly sub: string;
  readonly setUp: TotpSetUp;
  readonly used: SecondFactors;
  /** Called with the first recovery codes. */
  readonly onDone: (recoveryCodes: readonly string[] | null) => void;
}

/**
 * Asks for a code before the app is in use, to prove that it has the key. Otherwise members could
 * lock themselves out.
 */
function TotpConfirm({ sub, setUp, used, onDone }: TotpConfirmProps) {
  const queryClient = useQueryClient();
  const { form, errors, problem, busy } = useIdentityForm({
    fields: { code: appCodeInput() },
    submit: async ({ code }) => {
      await finishTotpSetUp(code, used);
      const recoveryCodes = await issueFirstRecoveryCodes(sub);
      queryClient.setQueryData(totpQuery.queryKey, { ...used, totp: true });
      notifyDone('認証アプリを設定しました', '次回のログインからコードを入力してください。');
      onDone(recoveryCodes);
    },
    messages: { CodeMismatchException: authErrorText.EnableSoftwareTokenMFAException },
    errorFields: { EnableSoftwareTokenMFAException: 'code', CodeMismatchException: 'code' },
  });
  return (
    <Stack as="ol" gap={24} className={classes.steps}>
      <li>
        <Text>認証アプリで、このQRコードを読み取ってください。</Text>
        <TotpKey {...setUp} />
      </li>
      <li>
        <Text>アプリに表示された6桁のコードを入力してください。</Text>
        <form {...form}>
          <CodeField name="code" label="認証コード" error={errors.code} />
          <FormError text={problem} />
          <SubmitButton busy={busy}>有効にする</SubmitButton>
        </form>
      </li>
    </Stack>
  );
}

function TotpActive({ used }: { readonly used: SecondFactors }) {
  const [isConfirmOpen, setIsConfirmOpen] = useState(false);
  return (
    <>
      <Row as="p" gap={8} align="center" weight={700}>
        <IconShieldCheck size={24} stroke={1.75} aria-hidden className={look('good')} />
        有効になっています
      </Row>
      <Text>
        ログインのときに、認証アプリの6桁のコードを入力します。機種変更の際は、いったん解除してから新しい端末で設定し直してください。
      </Text>
      <PrimaryButton
        variant="default"
        onClick={() => {
          setIsConfirmOpen(true);
        }}
      >
        解除する
      </PrimaryButton>
      {isConfirmOpen ? (
        <TurnOffDialog
          used={used}
          onDismiss={() => {
            setIsConfirmOpen(false);
          }}
        />
      ) : null}
    </>
  );
}

interface TurnOffDialogProps {
  readonly used: SecondFactors;
  readonly onDismiss: () => void;
}

/** Asks before the app is turned off, and says what protects the account afterwards. */
function TurnOffDialog({ used, onDismiss }: TurnOffDialogProps) {
  const queryClient = useQueryClient();
  const { form, problem, busy } = useIdentityForm({
    fields: {},
    submit: async () => {
      await turnTotpOff(used);
      queryClient.setQueryData(totpQuery.queryKey, { ...used, totp: false });
      notifyDone(
        used.email ? '認証アプリを解除しました' : '2段階認証を解除しました',
        used.email
          ? '次回から、メールでお送りするコードを入力してください。'
          : '次回からパスワードだけでログインできます。',
      );
    },
  });
  return (
    <FormDialog
      title={used.email ? '認証アプリを解除しますか' : '2段階認証を解除しますか'}
      lead={
        <>
          <p>
            {used.email
              ? '次回から、メール認証だけでログインの確認を行います。'
              : '次回から、パスワードだけでログインできるようになります。パスワードを知られると、ほかの人もログインできます。'}
          </p>
          <p>リカバリーコードも使えなくなります。</p>
        </>
      }
      form={form}
      problem={problem}
      busy={busy}
      cancel="解除しない"
      Icon={IconShieldOff}
      confirm="解除する"
      confirming="解除しています…"
      onDismiss={onDismiss}
    />
  );
}
