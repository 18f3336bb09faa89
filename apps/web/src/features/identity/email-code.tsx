import { IconShieldCheck } from '@tabler/icons-react';
import { type SecondFactors, turnEmailCode } from '#entities/members/account.ts';
import { notifyDone } from '#lib/notifier.ts';
import { FormError, SubmitButton } from '#ui/forms/form-page.tsx';
import { look, Row, Stack, Text } from '#ui/layout.tsx';
import { SectionHeading } from '#ui/page.tsx';
import { useIdentityForm } from './identity-form.tsx';
import classes from './totp.module.css';

interface EmailCodeProps {
  readonly used: SecondFactors;
  readonly onChanged: (on: boolean) => void;
}

/**
 * Turns the mailed code on or off. A person who can read the mail can also reset the password, so
 * the text recommends the app.
 */
export function EmailCode({ used, onChanged }: EmailCodeProps) {
  const on = used.email;
  const { form, problem, busy } = useIdentityForm({
    fields: {},
    submit: async () => {
      await turnEmailCode(!on, used);
      onChanged(!on);
      notifyDone(
        on ? 'メール認証を解除しました' : 'メール認証を設定しました',
        on
          ? '次回のログインから、メールでコードは届きません。'
          : '次回のログインから、メールに届いたコードを入力してください。',
      );
    },
    messages: {
      InvalidParameterException:
        'このアカウントでは、メール認証をお使いいただけません。認証アプリをお使いください。',
    },
  });
  return (
    <Stack
      as="section"
      gap={16}
      ruled
      above={24}
      className={classes.recovery}
      aria-labelledby="email-code"
    >
      <SectionHeading id="email-code">メール認証</SectionHeading>
      {on ? (
        <Row as="p" gap={8} align="center" weight={700}>
          <IconShieldCheck size={24} stroke={1.75} aria-hidden className={look('good')} />
          有効になっています
        </Row>
      ) : null}
      <Text>
        ログインのときに、登録メールアドレスにお送りする確認コードを入力します。認証アプリも設定すると、ログインのたびにどちらかを選べます。より安全なのは認証アプリです。
      </Text>
      <form {...form}>
        <FormError text={problem} />
        {/* The authenticator app is safer and has the primary button. */}
        <SubmitButton busy={busy} variant="default">
          {on ? 'メール認証を解除する' : 'メール認証を使う'}
        </SubmitButton>
      </form>
    </Stack>
  );
}
