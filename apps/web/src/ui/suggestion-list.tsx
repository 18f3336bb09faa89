import { useEffect, useRef } from 'react';
import classes from './suggestion-list.module.css';

export interface Suggestion {
  readonly value: string;
  /** Beside it, in small type. */
  readonly note: string;
}

interface SuggestionListProps {
  readonly id: string;
  readonly label: string;
  readonly suggestions: readonly Suggestion[];
  /** The focus stays in the input, which names the marked one. */
  readonly active: number | null;
  readonly onChoose: (value: string) => void;
}

/** A select, the element with these roles, cannot leave the focus in the input. */
const list = { role: 'listbox' } as const;
const option = (selected: boolean) => ({ role: 'option', 'aria-selected': selected }) as const;

export function SuggestionList({ id, label, suggestions, active, onChoose }: SuggestionListProps) {
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
          // The input keeps the focus: losing it would close the list before the tap arrives.
          onMouseDown={(event) => {
            event.preventDefault();
          }}
          onClick={() => {
            onChoose(value);
          }}
        >
          <span>{value}</span>
          <span className={classes.note}>{note}</span>
        </button>
      ))}
    </div>
  );
}
