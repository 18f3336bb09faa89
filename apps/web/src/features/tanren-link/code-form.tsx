import { formatLinkCode, parseLinkCode } from '@tanren/domain/machine-links';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CodeField } from '#ui/code-field.tsx';
import { FormError } from '#ui/form-error.tsx';
import type { Rule } from '#ui/form-rules.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { useForm } from '#ui/use-form.ts';
import { linkMutation } from './tanren-link.queries.ts';
import { explainLinkError } from './use-link.ts';
import classes from './code-form.module.css';

const isTyped: Rule = (text) => text.trim() !== '' || '接続コードを入力してください。';
const isCode: Rule = (text) =>
  parseLinkCode(text) !== null ||
  'マシン番号と6桁の数字を続けて入力してください（例：12-345678）。';

interface CodeFormProps {
  /** Whose label was scanned: only the six digits are left to type. */
  readonly machineId: number | null;
}

/** For those without a camera, or with a code read out to them. */
export function CodeForm({ machineId }: CodeFormProps) {
  const { mutateAsync } = useMutation(linkMutation(useQueryClient()));
  const { form, errors, problem, busy } = useForm({
    fields: { code: { rules: [isTyped, isCode] } },
    submit: async ({ code }) => {
      const parsed = parseLinkCode(code);
      if (parsed) await mutateAsync(formatLinkCode(parsed.machineId, parsed.timeCode));
    },
    explain: (error) => {
      const text = explainLinkError(error);
      return text === null ? null : { text, field: 'code' };
    },
  });
  return (
    <form className={classes.form} {...form}>
      <CodeField
        name="code"
        label="接続コード"
        error={errors.code}
        hint={
          errors.code === undefined ? 'マシンの画面の数字です。ハイフンは省けます。' : undefined
        }
        autoComplete="off"
        defaultValue={machineId === null ? '' : formatLinkCode(machineId, '')}
        takesFocus={machineId !== null}
        placeholder="12-345678"
        enterKeyHint="go"
      />
      <FormError text={problem} />
      <SubmitButton busy={busy}>接続する</SubmitButton>
    </form>
  );
}
