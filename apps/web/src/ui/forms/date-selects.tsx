import { type ReactNode, useId, useState } from 'react';
import { Stack } from '#ui/layout.tsx';
import { ChoiceFrame } from './choice-fields.tsx';
import classes from './date-selects.module.css';
import { FieldError } from './fields.tsx';
import { NativeSelect } from './select-fields.tsx';

interface DateSelectsProps {
  readonly name: string;
  readonly label: string;
  /** Chosen date (`YYYY-MM-DD`). Empty without one. */
  readonly initial: string;
  /** First and last year that can be chosen. The last one comes first in the list. */
  readonly years: readonly [first: number, last: number];
  readonly error?: string | undefined;
  /** What the browser knows the date as, such as `bday`. */
  readonly autoComplete?: 'bday';
}

const parts = [
  { id: 'year', unit: '年' },
  { id: 'month', unit: '月' },
  { id: 'day', unit: '日' },
] as const;

type Part = (typeof parts)[number]['id'];
type Chosen = Readonly<Record<Part, number | null>>;

/**
 * Shows a distant date as three lists, because a calendar would need many taps. The three values are
 * read as one field, which `cleanDate` turns into a date.
 */
export function DateSelects({
  name,
  label,
  initial,
  years,
  error,
  autoComplete,
}: DateSelectsProps) {
  const id = useId();
  const [chosen, setChosen] = useState(() => readParts(initial));
  const numbers: Readonly<Record<Part, readonly number[]>> = {
    year: range(...years).toReversed(),
    month: range(1, 12),
    day: range(1, countDays(chosen)),
  };
  const describe = (part: Part): ReactNode => {
    const { unit } = parts.find((one) => one.id === part) ?? parts[0];
    return (
      <NativeSelect
        key={part}
        name={name}
        aria-label={`${label}の${unit}`}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        autoComplete={autoComplete && `${autoComplete}-${part}`}
        value={chosen[part]}
        choices={[
          { id: null, label: unit },
          ...numbers[part].map((number) => ({ id: number, label: `${number}${unit}` })),
        ]}
        onChoose={(number) => {
          setChosen((before) => fitDay({ ...before, [part]: number }));
        }}
      />
    );
  };
  return (
    <ChoiceFrame label={label}>
      <Stack gap={8} className={classes.parts}>
        {parts.map((part) => describe(part.id))}
      </Stack>
      <div className={classes.details}>
        <FieldError id={`${id}-error`} text={error} />
      </div>
    </ChoiceFrame>
  );
}

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

function readParts(date: string): Chosen {
  const [year, month, day] = date.split('-').map((part) => Number(part) || null);
  return { year: year ?? null, month: month ?? null, day: day ?? null };
}

/** Returns the days of the month. February has 29 until a year is chosen. */
export function countDays({ year, month }: Pick<Chosen, 'year' | 'month'>): number {
  return new Date(Date.UTC(year ?? 2000, month ?? 1, 0)).getUTCDate();
}

/** Removes a day that the month does not have, so that it is chosen again and not guessed. */
function fitDay(chosen: Chosen): Chosen {
  const isReal = chosen.day === null || chosen.day <= countDays(chosen);
  return isReal ? chosen : { ...chosen, day: null };
}

/**
 * Turns the three values of `DateSelects`, which the form joins with commas, into `YYYY-MM-DD`. A
 * part that is not chosen becomes zeros. Returns an empty text when none is chosen.
 */
export function cleanDate(text: string): string {
  if (!text.includes(',')) return text;
  const [year = '', month = '', day = ''] = text.split(',');
  if (year === '' && month === '' && day === '') return '';
  return `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Returns whether a part of a date from `cleanDate` is not chosen. */
export function isPartOfDate(date: string): boolean {
  return /^0000-|-00/.test(date);
}
