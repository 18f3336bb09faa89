import type { ComponentPropsWithoutRef } from 'react';
import classes from './native-select.module.css';

type NativeSelectProps<Id> = Pick<ComponentPropsWithoutRef<'select'>, 'id' | 'aria-label'> & {
  readonly value: Id;
  readonly choices: readonly { readonly id: Id; readonly label: string }[];
  readonly onChoose: (id: Id) => void;
};

/** The phone's own picker, taking effect at once. It needs a label, seen or not. */
export function NativeSelect<Id extends string | number | null>({
  value,
  choices,
  onChoose,
  ...others
}: NativeSelectProps<Id>) {
  return (
    <select
      className={classes.select}
      value={writeId(value)}
      onChange={({ target }) => {
        const chosen = choices.find(({ id }) => writeId(id) === target.value);
        if (chosen) onChoose(chosen.id);
      }}
      {...others}
    >
      {choices.map(({ id, label }) => (
        <option key={id} value={writeId(id)}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** The page's selects know words only. */
function writeId(id: string | number | null): string {
  return id === null ? '' : String(id);
}
