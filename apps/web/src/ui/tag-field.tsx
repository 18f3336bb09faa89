import { IconX } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { FieldError } from './field-error.tsx';
import fieldClasses from './field.module.css';
import { SuggestionList, type Suggestion } from './suggestion-list.tsx';
import classes from './tag-field.module.css';
import { useTagInput } from './use-tag-input.ts';

interface TagFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly error?: string | undefined;
  readonly values: readonly string[];
  readonly suggestions: readonly Suggestion[];
  /** What has been typed so far, to suggest by; null while the field is not in use. */
  readonly onType: (text: string | null) => void;
  /** True, or why not. */
  readonly onAdd: (text: string) => true | string;
  readonly onRemove: (value: string) => void;
}

/** Short words, typed or taken from suggestions: a combobox behind the words chosen so far. */
export function TagField(props: TagFieldProps) {
  const { label, hint, values, suggestions, onRemove } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { text, refusal, active, open, inputProps, choose } = useTagInput({
    ...props,
    listId: `${id}-list`,
  });
  const error = refusal ?? props.error;
  return (
    <div className={fieldClasses.field} data-field>
      <label htmlFor={id} className={fieldClasses.label}>
        {label}
      </label>
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
          aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
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
        <div id={`${id}-hint`} className={fieldClasses.hint}>
          {hint}
        </div>
      </div>
    </div>
  );
}
