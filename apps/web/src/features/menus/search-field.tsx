import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { look, Stack } from '#ui/layout.tsx';
import { fieldButton } from '#ui/forms/fields.tsx';
import classes from './menu-search.module.css';
import { longestWords } from './menu-search.ts';

interface SearchFieldProps {
  /** Search text of the address. */
  readonly words: string;
  /** `isFirst` adds a step to the browser's history. Later calls replace that step. */
  readonly onSearch: (words: string, isFirst: boolean) => void;
}

export function SearchField({ words, onSearch }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const { text, type, setComposing, searchNow, clear, leave } = useTypedWords(words, onSearch);
  return (
    <search>
      <Stack
        as="form"
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          searchNow();
          // The keyboard of the phone closes to make room for the results.
          field.current?.blur();
        }}
      >
        <IconSearch
          className={`${look('quiet')} ${classes.icon}`}
          size={20}
          stroke={1.75}
          aria-hidden
        />
        <input
          ref={field}
          type="search"
          name="query"
          aria-label="キーワード"
          placeholder="キーワード（例：胸、初心者）"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={longestWords}
          className={`${look('full')} ${classes.field}`}
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
            className={fieldButton}
            aria-label="キーワードを消す"
            onClick={() => {
              clear();
              field.current?.focus();
            }}
          >
            <IconX size={20} stroke={1.75} aria-hidden />
          </button>
        )}
      </Stack>
    </search>
  );
}

/** Delay after the last key in milliseconds. */
const pause = 300;

/**
 * Returns the typed search text after a pause and never during a kana conversion, because half a
 * word finds nothing or too much.
 */
function useTypedWords(words: string, search: (words: string, isFirst: boolean) => void) {
  const [text, setText] = useState(words);
  const [isComposing, setComposing] = useState(false);
  // The first entry is the text of the address. The others have been requested and will follow.
  const [requested, setRequested] = useState([words]);
  // All input is one search and one step in the history until the field is left.
  const isFirst = useRef(true);

  if (words !== requested[0]) {
    const own = requested.indexOf(words);
    setRequested(own === -1 ? [words] : requested.slice(own));
    // The text was changed elsewhere, by 戻る or by a link that clears it.
    if (own === -1) setText(words);
  }

  const typed = text.trim();
  const isRequested = typed === requested.at(-1);

  const request = (next: string) => {
    if (next === requested.at(-1)) return;
    setRequested([...requested, next]);
    search(next, isFirst.current);
    isFirst.current = false;
  };
  const requestTyped = useEffectEvent(() => {
    request(typed);
  });
  useEffect(() => {
    if (isComposing || isRequested) return;
    const timer = setTimeout(requestTyped, pause);
    return () => {
      clearTimeout(timer);
    };
  }, [typed, isComposing, isRequested]);

  return {
    text,
    type: setText,
    setComposing,
    searchNow: () => {
      request(typed);
    },
    clear: () => {
      setText('');
      request('');
    },
    leave: () => {
      isFirst.current = true;
    },
  };
}
