import { useId } from 'react';
import classes from './clock-field.module.css';

interface ClockFieldProps {
  readonly label: string;
  /** Minutes after midnight; beyond 24:00 is the next morning. */
  readonly minute: number;
  readonly lastHour: number;
  readonly invalid: boolean;
  readonly describedBy?: string | undefined;
  readonly onChange: (minute: number) => void;
}

const hourMinutes = 60;
const step = 5;
const steps = Array.from({ length: hourMinutes / step }, (_, n) => n * step);

function nameHour(hour: number): string {
  return hour > 24 ? `翌${hour - 24}` : String(hour);
}

/** By the phone's own pickers, not its time input: that one knows no hour after midnight. */
export function ClockField({
  label,
  minute,
  lastHour,
  invalid,
  describedBy,
  onChange,
}: ClockFieldProps) {
  const id = useId();
  const hour = Math.floor(minute / hourMinutes);
  const rest = minute % hourMinutes;
  // What was entered between the steps before is not lost.
  const rests = steps.includes(rest) ? steps : [...steps, rest].toSorted((a, b) => a - b);
  const shared = {
    className: classes.select,
    'aria-invalid': invalid,
    'aria-describedby': describedBy,
  };
  return (
    <span className={classes.clock}>
      <select
        {...shared}
        id={`${id}-hour`}
        aria-label={`${label}（時）`}
        value={hour}
        onChange={(event) => {
          const chosen = Number(event.target.value);
          onChange(Math.min(chosen * hourMinutes + rest, lastHour * hourMinutes));
        }}
      >
        {Array.from({ length: lastHour + 1 }, (_, n) => (
          <option key={n} value={n}>
            {nameHour(n)}
          </option>
        ))}
      </select>
      <span aria-hidden>:</span>
      <select
        {...shared}
        id={`${id}-minute`}
        aria-label={`${label}（分）`}
        value={rest}
        onChange={(event) => {
          const chosen = hour * hourMinutes + Number(event.target.value);
          onChange(Math.min(chosen, lastHour * hourMinutes));
        }}
      >
        {rests.map((n) => (
          <option key={n} value={n}>
            {String(n).padStart(2, '0')}
          </option>
        ))}
      </select>
    </span>
  );
}
