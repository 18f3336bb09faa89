import { TextField } from '#ui/text-field.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { useForm } from '#ui/use-form.ts';
import classes from './member-search-form.module.css';

interface MemberSearchFormProps {
  readonly query: string;
  readonly busy: boolean;
  readonly onSearch: (query: string) => void;
}

const fields = {
  query: {
    rules: [
      (text: string) =>
        text !== '' || 'ニックネーム、メールアドレス、会員IDのいずれかを入力してください。',
      (text: string) => text.length <= 320 || '320文字以内で入力してください。',
    ],
    clean: (text: string) => text.trim(),
  },
};

/** By a button: half an e-mail address finds nobody, and half a name too many. */
export function MemberSearchForm({ query, busy, onSearch }: MemberSearchFormProps) {
  const { form, errors } = useForm({
    fields,
    explain: () => null,
    submit: ({ query: typed }) => {
      onSearch(typed);
      return Promise.resolve();
    },
  });
  return (
    <search>
      <form className={classes.form} {...form}>
        <TextField
          name="query"
          label="会員を探す"
          error={errors.query}
          hint={
            errors.query === undefined ? 'ニックネームの一部、メールアドレス、会員ID' : undefined
          }
          defaultValue={query}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
        />
        <div className={classes.button}>
          <SubmitButton busy={busy}>検索する</SubmitButton>
        </div>
      </form>
    </search>
  );
}
