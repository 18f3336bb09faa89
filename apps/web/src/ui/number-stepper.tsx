import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import classes from './number-stepper.module.css';
import { readNumber, settle, stepDown, stepUp, type StepRange } from './step-range.ts';
import { useHoldRepeat } from './use-hold-repeat.ts';

interface NumberStepperProps {
  readonly label: string;
  readonly unit: string;
  readonly value: number;
  readonly range: StepRange;
  /** Nothing between the steps can be set, whatever is typed. */
  readonly stepsOnly?: boolean;
  readonly hint?: string;
  readonly onChange: (value: number) => void;
}

/** A number for a thumb: less, more, or typed. */
export function NumberStepper({
  label,
  unit,
  value,
  range,
  stepsOnly = false,
  hint,
  onChange,
}: NumberStepperProps) {
  const id = useId();
  // While it is typed it may be no number yet.
  const [typed, setTyped] = useState<string | null>(null);
  const change = (next: number) => {
    setTyped(null);
    if (next !== value) onChange(next);
  };
  const less = useHoldRepeat(() => {
    change(stepDown(value, range));
  });
  const more = useHoldRepeat(() => {
    change(stepUp(value, range));
  });
  const finish = () => {
    const number = typed === null ? null : readNumber(typed);
    if (number === null) setTyped(null);
    else change(settle(number, range, stepsOnly));
  };
  const keys: Readonly<Record<string, () => number>> = {
    ArrowUp: () => stepUp(value, range),
    ArrowDown: () => stepDown(value, range),
    Home: () => range.min,
    End: () => range.max,
  };
  return (
    <div className={classes.field} data-field>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <div className={classes.box}>
        <button
          type="button"
          className={classes.button}
          aria-label={`${label}を減らす`}
          aria-disabled={value <= range.min}
          {...less}
        >
          <IconMinus size={20} stroke={2} aria-hidden />
        </button>
        <span className={classes.middle}>
          <input
            id={id}
            type="text"
            inputMode={Number.isInteger(range.step) ? 'numeric' : 'decimal'}
            autoComplete="off"
            role="spinbutton"
            className={classes.input}
            // The unit stands close to the number, however long that is.
            style={{ width: `${Math.max(1, (typed ?? String(value)).length) + 0.75}ch` }}
            value={typed ?? String(value)}
            aria-valuenow={value}
            aria-valuemin={range.min}
            aria-valuemax={range.max}
            aria-valuetext={`${value}${unit}`}
            aria-describedby={hint === undefined ? undefined : `${id}-hint`}
            onFocus={(event) => {
              event.target.select();
            }}
            onChange={(event) => {
              setTyped(event.target.value);
              const number = readNumber(event.target.value);
              // Already kept, should the page go away before the field is left.
              if (number !== null && settle(number, range, stepsOnly) === number) onChange(number);
            }}
            onBlur={finish}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return;
              const next = keys[event.key];
              // In a text Home and End are for the text.
              if (event.key === 'Enter') finish();
              else if (next === undefined || (typed !== null && !event.key.startsWith('Arrow'))) {
                return;
              } else change(next());
              event.preventDefault();
            }}
          />
          <span className={classes.unit} aria-hidden>
            {unit}
          </span>
        </span>
        <button
          type="button"
          className={classes.button}
          aria-label={`${label}を増やす`}
          aria-disabled={value >= range.max}
          {...more}
        >
          <IconPlus size={20} stroke={2} aria-hidden />
        </button>
      </div>
      {hint === undefined ? null : (
        <div id={`${id}-hint`} className={classes.hint}>
          {hint}
        </div>
      )}
    </div>
  );
}
