import { Link } from '@tanstack/react-router';
import { loadSignIn } from '#lib/auth-parts.ts';
import { CodeField } from '#ui/code-field.tsx';
import { FormError } from '#ui/form-error.tsx';
import { FormPage } from '#ui/form-page.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { secondFactorInput } from './identity-input.ts';
import { PageLinks } from './page-links.tsx';
import { keepNext, useNext } from './identity-search.ts';
import { useFollowSignIn } from './use-follow-sign-in.ts';
import { useIdentityForm } from './use-identity-form.ts';

/** The second factor. The pool keeps the first for three minutes, a reload included. */
export function TotpStep() {
  const followSignIn = useFollowSignIn();
  const next = useNext();
  const { form, errors, problem, busy } = useIdentityForm({
    fields: { code: secondFactorInput() },
    submit: async ({ code }) => {
      const { answerSignIn } = await loadSignIn();
      await followSignIn(await answerSignIn(code));
    },
    words: {
      CodeMismatchException:
        'コードが正しくありません。認証アプリに表示されている最新のコードを入力してください。',
    },
    blames: { CodeMismatchException: 'code' },
  });
  return (
    <FormPage title="2段階認証" lead="認証アプリに表示されている6桁のコードを入力してください。">
      <form {...form}>
        <CodeField
          name="code"
          label="認証コード"
          hint="アプリを使えないときは、リカバリーコードも入力できます。"
          error={errors.code}
          inputMode="text"
          takesFocus
        />
        <FormError text={problem} />
        <SubmitButton busy={busy}>確認する</SubmitButton>
      </form>
      <PageLinks>
        <Link to="/login" search={keepNext(next)}>
          サインインに戻る
        </Link>
      </PageLinks>
    </FormPage>
  );
}
