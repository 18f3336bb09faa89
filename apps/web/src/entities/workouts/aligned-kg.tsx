import { formatKg } from '#lib/number-format.ts';
import classes from './aligned-kg.module.css';

/**
 * Shows a load in a column of numbers that end at the same place. A whole number leaves the space of
 * a decimal, so that `60` and `52.5` align.
 */
export function AlignedKg({ kg }: { readonly kg: number }) {
  const text = formatKg(kg);
  return (
    <span className={classes.number} data-whole={text.includes('.') ? undefined : true}>
      {text}
    </span>
  );
}
