import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import classes from './menu-search.module.css';
import { longestWords } from './menu-search.ts';

interface SearchFieldProps {
  /** What the address says. */
  readonly words: string;
  /** `isFirst`: a new step in the browser's history; what follows replaces it. */
  readonly onSearch: (words: string, isFirst: boolean) => void;
}

export function SearchField({ words, onSearch }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const { text, type, setComposing, searchNow, clear, leave } = useTypedWords(words, onSearch);
  return (
    <search>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          searchNow();
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

/** After the last key, in ms. */
const pause = 300;

/**
 * What is typed into a search, told after a pause and never in the middle of a conversion from
 * kana: half a word would find nothing, or too much.
 */
function useTypedWords(words: string, search: (words: string, isFirst: boolean) => void) {
  const [text, setText] = useState(words);
  const [isComposing, setComposing] = useState(false);
  // What the address says and, after it, what it has been asked to say and will in a moment.
  const [requested, setRequested] = useState([words]);
  // As long as the field is not left it is one search, and one step back.
  const isFirst = useRef(true);

  if (words !== requested[0]) {
    const own = requested.indexOf(words);
    setRequested(own === -1 ? [words] : requested.slice(own));
    // Not from here: by 戻る, or by a link that clears it.
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
