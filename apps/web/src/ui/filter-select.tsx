import { useId } from 'react';
import classes from './filter-select.module.css';

interface FilterSelectProps {
  readonly label: string;
  /** Empty: everything. */
  readonly value: string;
  readonly choices: readonly { readonly id: string; readonly label: string }[];
  readonly onChoose: (id: string) => void;
}

/** What a list is narrowed to, taking effect at once. */
export function FilterSelect({ label, value, choices, onChoose }: FilterSelectProps) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <select
        id={id}
        className={classes.select}
        value={value}
        onChange={(event) => {
          onChoose(event.target.value);
        }}
      >
        <option value="">すべて</option>
        {choices.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}
