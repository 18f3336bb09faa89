import { IconSearch, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { longestWords } from './session-search.ts';
import { useSessionSearch } from './use-session-search.ts';
import { useTypedWords } from './use-typed-words.ts';
import classes from './word-field.module.css';

export function WordField() {
  const { search, go } = useSessionSearch();
  const field = useRef<HTMLInputElement>(null);
  const { text, type, setComposing, tellNow, clear, leave } = useTypedWords(
    search.query ?? '',
    (query, isFirst) => {
      go({ query }, !isFirst);
    },
  );
  return (
    <search>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          tellNow();
          // The keyboard of a phone makes room for what was found.
          field.current?.blur();
        }}
      >
        <IconSearch className={classes.icon} size={20} stroke={1.75} aria-hidden />
        <input
          ref={field}
          type="search"
          name="query"
          aria-label="キーワード"
          placeholder="キーワード（例：胸、初心者）"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={longestWords}
          className={classes.field}
          value={text}
          onChange={(event) => {
            type(event.target.value);
          }}
          onCompositionStart={() => {
            setComposing(true);
          }}
          onCompositionEnd={() => {
            setComposing(false);
          }}
          onBlur={leave}
        />
        {text === '' ? null : (
          <button
            type="button"
            className={classes.clear}
            aria-label="キーワードを消す"
            onClick={() => {
              clear();
              field.current?.focus();
            }}
          >
            <IconX size={20} stroke={1.75} aria-hidden />
          </button>
        )}
      </form>
    </search>
  );
}
