import { IconX } from '@tabler/icons-react';
import {
  type ChangeEvent,
  type CompositionEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Box, Stack, Text } from '#ui/layout.tsx';
import fieldClasses from './fields.module.css';
import { FieldError } from './fields.tsx';
import classes from './tag-field.module.css';

interface Suggestion {
  readonly value: string;
  /** Remark beside it in small type. */
  readonly note: string;
}

interface SuggestionListProps {
  readonly id: string;
  readonly label: string;
  readonly suggestions: readonly Suggestion[];
  /** Index of the marked suggestion. The focus stays in the input, which refers to it. */
  readonly active: number | null;
  readonly onChoose: (value: string) => void;
}

/** These roles are set on other elements, because a select cannot leave the focus in the input. */
const list = { role: 'listbox' } as const;
const option = (selected: boolean) => ({ role: 'option', 'aria-selected': selected }) as const;

function SuggestionList({ id, label, suggestions, active, onChoose }: SuggestionListProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div {...list} ref={box} id={id} aria-label={label} className={classes.list}>
      {suggestions.map(({ value, note }, index) => (
        <button
          {...option(index === active)}
          key={value}
          id={`${id}-${index}`}
          type="button"
          tabIndex={-1}
          className={classes.option}
          // The input keeps the focus. Losing it would close the list before the click arrives.
          onMouseDown={(event) => {
            event.preventDefault();
          }}
          onClick={() => {
            onChoose(value);
          }}
        >
          <span>{value}</span>
          <Text as="span" size={12} quiet fixed>
            {note}
          </Text>
        </button>
      ))}
    </div>
  );
}

interface TagInputOptions {
  readonly values: readonly string[];
  readonly suggestions: readonly Suggestion[];
  readonly onType: (text: string | null) => void;
  readonly onAdd: (text: string) => true | string;
  readonly onRemove: (value: string) => void;
}

/**
 * Time in milliseconds. Safari reports the Enter key that ends a conversion again right after it.
 */
const echoOfConversion = 50;

/** Maximum duration of a press in milliseconds. Keyboards leave a field without a click. */
const longestPress = 600;

/**
 * Runs an action after the click that took the focus away. If the page moved before it, the click
 * would miss its target. A form is sent only after the click.
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

/** Handles the keys of a combobox and the typed text until it becomes a tag. */
function useTagInput(options: TagInputOptions) {
  const { values, suggestions, onType, onAdd, onRemove } = options;
  const [text, setText] = useState('');
  const [refusal, setRejection] = useState<string | undefined>(undefined);
  const [active, setActive] = useState<number | null>(null);
  const [wanted, setWanted] = useState(false);
  const converted = useRef(Number.NEGATIVE_INFINITY);
  const open = wanted && suggestions.length > 0;
  const marked = open && active !== null && active < suggestions.length ? active : null;

  function type(next: string): void {
    setText(next);
    setRejection(undefined);
    setActive(null);
    setWanted(true);
    onType(next);
  }

  /** Adds a tag. A rejected one stays in the field, so that it can be changed. */
  function add(word: string): void {
    if (word.trim() === '') return;
    const verdict = onAdd(word);
    if (verdict === true) type('');
    else setRejection(verdict);
  }

  /** Adds the typed text when the field loses the focus. */
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
        // A space ends a word, unless it converts kana.
        if (!composing && /\S[\s、,]$/u.test(typed)) add(typed.slice(0, -1));
        else type(typed);
      },
      onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
        // A key that converts kana is handled by the input method.
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

interface TagFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly error?: string | undefined;
  readonly values: readonly string[];
  readonly suggestions: readonly Suggestion[];
  /**
   * Called with the typed text to get suggestions, or with `null` while the field is not in use.
   */
  readonly onType: (text: string | null) => void;
  /** Returns `true` or the reason for a rejection. */
  readonly onAdd: (text: string) => true | string;
  readonly onRemove: (value: string) => void;
}

/**
 * Shows a combobox for short words, typed or chosen from suggestions, after the words chosen so
 * far.
 */
export function TagField(props: TagFieldProps) {
  const { label, hint, values, suggestions, onRemove } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { text, refusal, active, open, inputProps, choose } = useTagInput(props);
  const error = refusal ?? props.error;
  return (
    <Stack gap={4} className={fieldClasses.field} data-field data-hinted>
      <Text htmlFor={id} as="label" size={14} weight={500}>
        {label}
      </Text>
      <div className={classes.box} data-invalid={error !== undefined || undefined}>
        {values.length === 0 ? null : (
          <ul className={classes.tags} aria-label={`選んだ${label}`}>
            {values.map((value) => (
              <li key={value} className={classes.tag}>
                {value}
                <button
                  type="button"
                  className={classes.remove}
                  aria-label={`${value}を外す`}
                  onClick={() => {
                    onRemove(value);
                    input.current?.focus();
                  }}
                >
                  <IconX size={16} stroke={2} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          ref={input}
          id={id}
          type="text"
          className={classes.input}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="enter"
          value={text}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={open ? `${id}-list` : undefined}
          aria-activedescendant={active === null ? undefined : `${id}-list-${active}`}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? `${id}-hint` : `${id}-error`}
          {...inputProps}
        />
        {open ? (
          <SuggestionList
            id={`${id}-list`}
            label={`${label}の候補`}
            suggestions={suggestions}
            active={active}
            onChoose={choose}
          />
        ) : null}
      </div>
      <div className={fieldClasses.details}>
        <FieldError id={`${id}-error`} text={error} />
        {error === undefined ? (
          <Box id={`${id}-hint`} quiet>
            {hint}
          </Box>
        ) : null}
      </div>
    </Stack>
  );
}
