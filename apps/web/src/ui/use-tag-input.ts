import {
  type ChangeEvent,
  type CompositionEvent,
  type KeyboardEvent,
  useRef,
  useState,
} from 'react';
import type { Suggestion } from './suggestion-list.tsx';

interface TagInputOptions {
  readonly listId: string;
  readonly values: readonly string[];
  readonly suggestions: readonly Suggestion[];
  readonly onType: (text: string | null) => void;
  readonly onAdd: (text: string) => true | string;
  readonly onRemove: (value: string) => void;
}

/** Safari tells of the Enter that ends a conversion right after the end, as if it were another. */
const echoOfConversion = 50;

/** Keyboards leave a field without one. */
const longestPress = 600;

/**
 * What a press has taken the focus for is still to be clicked: should the page move below the
 * finger now, it would miss. When the click has been heard the page may move; a form is sent
 * only after that.
 */
function afterTheClick(act: () => void): void {
  const run = () => {
    clearTimeout(timer);
    window.removeEventListener('click', run);
    act();
  };
  const timer = setTimeout(run, longestPress);
  window.addEventListener('click', run);
}

/** The keys of a combobox, and what is typed until it becomes a word of the list. */
export function useTagInput(options: TagInputOptions) {
  const { values, suggestions, onType, onAdd, onRemove } = options;
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const [active, setActive] = useState<number | null>(null);
  const [wanted, setWanted] = useState(false);
  const converted = useRef(Number.NEGATIVE_INFINITY);
  const open = wanted && suggestions.length > 0;
  const marked = open && active !== null && active < suggestions.length ? active : null;

  function type(next: string): void {
    setText(next);
    setRefusal(undefined);
    setActive(null);
    setWanted(true);
    onType(next);
  }

  /** What is refused stays in the field, to be changed. */
  function add(word: string): void {
    if (word.trim() === '') return;
    const verdict = onAdd(word);
    if (verdict === true) type('');
    else setRefusal(verdict);
  }

  /** Typed and left for the next field: it was meant. */
  function finish(): void {
    add(text);
    setWanted(false);
    onType(null);
  }

  function move(by: 1 | -1): void {
    setWanted(true);
    if (suggestions.length === 0) return;
    const from = marked ?? (by === 1 ? -1 : suggestions.length);
    setActive((from + by + suggestions.length) % suggestions.length);
  }

  function press(event: KeyboardEvent): boolean {
    switch (event.key) {
      case 'Enter':
        add(marked === null ? text : (suggestions[marked]?.value ?? text));
        return true;
      case 'ArrowDown':
        move(1);
        return true;
      case 'ArrowUp':
        move(-1);
        return true;
      case 'Escape':
        setWanted(false);
        return open;
      case 'Backspace': {
        const last = values.at(-1);
        if (text !== '' || last === undefined) return false;
        onRemove(last);
        return true;
      }
      default:
        return false;
    }
  }

  return {
    text,
    refusal,
    active: marked,
    open,
    choose: (value: string) => {
      add(value);
    },
    inputProps: {
      onChange(event: ChangeEvent<HTMLInputElement>) {
        const typed = event.target.value;
        const composing = (event.nativeEvent as InputEvent).isComposing;
        // A space ends a word, except the one that converts kana.
        if (!composing && /\S[\s、,]$/u.test(typed)) add(typed.slice(0, -1));
        else type(typed);
      },
      onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
        // A key that only converts kana is the keyboard's own.
        if (event.nativeEvent.isComposing) return;
        if (event.timeStamp - converted.current < echoOfConversion) return;
        if (press(event)) event.preventDefault();
      },
      onCompositionEnd(event: CompositionEvent) {
        converted.current = event.timeStamp;
      },
      onFocus() {
        setWanted(true);
        onType(text);
      },
      onBlur() {
        setWanted(false);
        if (text === '') onType(null);
        else afterTheClick(finish);
      },
    },
  } as const;
}
