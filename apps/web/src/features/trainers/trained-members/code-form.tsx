import { addHonorific } from '@tanren/domain/members/honorifics';
import { formatTrainerCode, parseTrainerCode } from '@tanren/domain/trainers/trainers';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiError, describeWait } from '#lib/errors.ts';
import { notifyDone, notifyError } from '#lib/notifier.ts';
import { problemText } from '#lib/rejections.ts';
import { CodeField } from '#ui/forms/fields.tsx';
import { FormError, SubmitButton } from '#ui/forms/form-page.tsx';
import { type Rule, useForm } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout.tsx';
import classes from './trained-members.module.css';
import { sendTrainerCode } from './trained-members.queries.ts';

const isTyped: Rule = (text) => text.trim() !== '' || '連携コードを入力してください';

const isCode: Rule = (text) =>
  parseTrainerCode(text) !== null ||
  '英数字8文字のコードを入力してください（例：ABCD-2345）。数字の0・1と英字のI・Oは使いません。';

/**
 * Links a member by their code. A scanned code fills the form, and the trainer still has to submit
 * it.
 */
export function CodeForm() {
  const navigate = useNavigate();
  const scanned = useScannedCode();
  const { form, errors, problem, busy } = useForm({
    fields: { code: { rules: [isTyped, isCode] } },
    submit: async ({ code }) => {
      const { memberId, nickname } = await sendTrainerCode(parseTrainerCode(code) ?? code);
      notifyDone('連携しました', `${addHonorific(nickname)}を担当会員に登録しました。`);
      await navigate({ to: '/trainer/members/$memberId', params: { memberId } });
    },
    explain: (error) => {
      const text = explainCodeFailure(error);
      return text === null ? null : { text, field: 'code' };
    },
  });
  return (
    <Stack as="form" gap={12} card padding={16} className={classes.form} {...form}>
      <CodeField
        name="code"
        label="連携コードを入力"
        error={errors.code}
        hint="会員の「トレーナー連携」の画面に表示される8文字です。"
        defaultValue={scanned}
        inputMode="text"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="ABCD-2345"
        enterKeyHint="go"
        onChange={({ target, nativeEvent }) => {
          // Text that an input method is still composing must not be changed.
          if (!(nativeEvent as InputEvent).isComposing) group(target);
        }}
        onBlur={({ target }) => {
          group(target);
        }}
      />
      <div className={classes.send}>
        <SubmitButton busy={busy}>連携する</SubmitButton>
      </div>
      <div className={classes.problem}>
        <FormError text={problem} />
      </div>
    </Stack>
  );
}

const route = getRouteApi('/trainer/');

/**
 * Returns the code of a scanned link and removes it from the address, so that it does not stay in
 * the browser's history.
 */
function useScannedCode(): string {
  const { code } = route.useSearch();
  const navigate = useNavigate();
  const [scanned] = useState(code ?? '');
  useEffect(() => {
    if (code !== undefined) void navigate({ to: '/trainer', search: {}, replace: true });
  }, [code, navigate]);
  const known = parseTrainerCode(scanned);
  return known === null ? '' : formatTrainerCode(known);
}

/** Inserts the separator once the code is complete, and leaves incomplete input alone. */
function group(input: HTMLInputElement): void {
  const code = parseTrainerCode(input.value);
  const grouped = code === null ? input.value : formatTrainerCode(code);
  // The value is set only if it differs, because setting it moves the cursor to the end.
  if (input.value !== grouped) input.setRangeText(grouped, 0, input.value.length, 'end');
}

/**
 * Returns the message for the form, or `null` when a toast shows the error. After too many wrong
 * codes it says when to try again.
 */
function explainCodeFailure(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.problem === null || error.status >= 500) {
    notifyError(error);
    return null;
  }
  const { retryAfterSeconds } = error;
  if (error.status !== 429 || retryAfterSeconds === null) return problemText[error.problem.code];
  return `コードの入力が続けて行われたため、受付を一時的に止めています。${describeWait(retryAfterSeconds)}後に、もう一度お試しください。`;
}
