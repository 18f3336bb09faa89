import { type ReactNode, useId } from 'react';
import classes from './ranking-select.module.css';

interface RankingSelectProps {
  readonly label: string;
  readonly value: number;
  readonly onChoose: (value: number) => void;
  /** Options whose values are numbers. */
  readonly children: ReactNode;
}

/** The phone's own picker, where the choices are too many for a row of links. */
export function RankingSelect({ label, value, onChoose, children }: RankingSelectProps) {
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
          onChoose(Number(event.target.value));
        }}
      >
        {children}
      </select>
    </div>
  );
}
