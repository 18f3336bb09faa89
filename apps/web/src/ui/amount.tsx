import classes from './amount.module.css';

interface AmountProps {
  readonly value: string;
  readonly unit: string;
  readonly size?: 16 | 20 | 28 | 44;
}

/** A number with its smaller unit on the same baseline. */
export function Amount({ value, unit, size = 20 }: AmountProps) {
  return (
    <span className={classes.amount} data-size={size}>
      {value}
      <span className={classes.unit}>{unit}</span>
    </span>
  );
}
