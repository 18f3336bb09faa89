import { useId } from 'react';
import classes from './filter-select.module.css';
import { NativeSelect } from './native-select.tsx';

interface FilterSelectProps<Id> {
  readonly label: string;
  /** Null: everything. */
  readonly value: Id | null;
  readonly choices: readonly { readonly id: Id; readonly label: string }[];
  readonly onChoose: (id: Id | null) => void;
}

const everything = { id: null, label: 'すべて' };

/** What a list is narrowed to. */
export function FilterSelect<Id extends string | number>({
  label,
  value,
  choices,
  onChoose,
}: FilterSelectProps<Id>) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <NativeSelect id={id} value={value} choices={[everything, ...choices]} onChoose={onChoose} />
    </div>
  );
}
