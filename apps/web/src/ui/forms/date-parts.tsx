import { useId } from 'react';
import { Stack } from '#ui/layout.tsx';
import { ChoiceFrame } from './choice-fields.tsx';
import classes from './date-parts.module.css';
import { FieldError, UnitInput } from './fields.tsx';

interface DatePartsProps {
  readonly name: string;
  readonly label: string;
  /** Known date (`YYYY-MM-DD`). Empty without one. */
  readonly initial: string;
  readonly error?: string | undefined;
  /** What the browser knows the date as, such as `bday`. */
  readonly autoComplete?: 'bday';
}

const parts = [
  { id: 'year', unit: '年' },
  { id: 'month', unit: '月' },
  { id: 'day', unit: '日' },
] as const;

/**
 * Asks for a distant date as three numbers, because a calendar or lists would need many taps. The
 * three values are read as one field, which `cleanDate` turns into a date.
 */
export function DateParts({ name, label, initial, error, autoComplete }: DatePartsProps) {
  const id = useId();
  const numbers = initial === '' ? [] : initial.split('-').map(Number);
  return (
    <ChoiceFrame label={label}>
      <Stack gap={8} className={classes.parts}>
        {parts.map((part, place) => (
          <UnitInput
            key={part.id}
            name={name}
            unit={part.unit}
            inputMode="numeric"
            aria-label={`${label}の${part.unit}`}
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            autoComplete={autoComplete && `${autoComplete}-${part.id}`}
            defaultValue={numbers[place]}
          />
        ))}
      </Stack>
      <div className={classes.details}>
        <FieldError id={`${id}-error`} text={error} />
      </div>
    </ChoiceFrame>
  );
}

/**
 * Turns the three values of `DateParts`, which the form joins with commas, into `YYYY-MM-DD`. A part
 * that is not typed becomes zeros. Returns an empty text when none is typed.
 */
export function cleanDate(text: string): string {
  if (!text.includes(',')) return text;
  const [year = '', month = '', day = ''] = text
    .normalize('NFKC')
    .split(',')
    .map((part) => part.trim().replace(/[年月日]$/, ''));
  if (year === '' && month === '' && day === '') return '';
  return `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Returns whether a part of a date from `cleanDate` is not typed. */
export function isPartOfDate(date: string): boolean {
  return /^0000-|-00/.test(date);
}
