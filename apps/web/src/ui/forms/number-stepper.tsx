import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { PlainButton } from '#ui/buttons.tsx';
import { Box, Row, Stack, Text } from '#ui/layout.tsx';
import { FieldError } from './fields.tsx';
import classes from './number-stepper.module.css';
import {
  judgeTyped,
  readNumber,
  stepDown,
  type StepRange,
  stepUp,
  type TypedNumber,
} from './step-range.ts';

const firstWait = 450;
const nextWaits = 90;

/**
 * Returns handlers for a button that repeats while it is held. Its click, also from a keyboard,
 * does the first step.
 */
function useHoldRepeat(step: () => void) {
  const latest = useRef(step);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const repeated = useRef(false);
  useEffect(() => {
    latest.current = step;
  });

  function stop(): void {
    clearTimeout(timer.current);
  }
  useEffect(() => stop, []);

  function wait(ms: number): void {
    timer.current = setTimeout(() => {
      repeated.current = true;
      latest.current();
      wait(nextWaits);
    }, ms);
  }

  return {
    onPointerDown: () => {
      stop();
      repeated.current = false;
      wait(firstWait);
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    // A long press on a phone would open the context menu.
    onContextMenu: (event: { preventDefault: () => void }) => {
      event.preventDefault();
    },
    onClick: () => {
      stop();
      // The click that ends a long press does not count as a step.
      if (repeated.current) repeated.current = false;
      else latest.current();
    },
  };
}

interface NumberStepperProps {
  readonly label: string;
  readonly unit: string;
  readonly value: number;
  readonly range: StepRange;
  /** Step in which numbers can be typed. It may be finer than the step of the buttons. */
  readonly typedStep?: number;
  readonly hint?: string;
  readonly onChange: (value: number) => void;
}

/**
 * Shows a number with buttons for less and more, which can also be typed. A typed number that
 * cannot be set stays as it is, shows an error and blocks the form (`focusInvalidNumber`). It is never
 * adjusted.
 */
export function NumberStepper({
  label,
  unit,
  value,
  range,
  typedStep = range.step,
  hint,
  onChange,
}: NumberStepperProps) {
  const id = useId();
  const typedRange = { ...range, step: typedStep };
  const input = useRef<HTMLInputElement>(null);
  // The text may not be a number yet while it is being typed.
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const judged = typed === null ? null : judgeText(typed, typedRange);
  const isWrong = judged !== null && judged.kind !== 'settable';
  const errorText = isWrong ? explain(judged, typedRange, unit) : undefined;
  useEffect(() => {
    input.current?.setCustomValidity(errorText ?? '');
  }, [errorText]);
  const change = (next: number) => {
    setTyped(null);
    setLeft(false);
    if (next !== value) onChange(next);
  };
  const less = useHoldRepeat(() => {
    change(stepDown(value, range));
  });
  const more = useHoldRepeat(() => {
    change(stepUp(value, range));
  });
  const finish = () => {
    if (judged?.kind === 'settable') change(judged.value);
    else setLeft(judged !== null);
  };
  const keys: Readonly<Record<string, () => number>> = {
    ArrowUp: () => stepUp(value, range),
    ArrowDown: () => stepDown(value, range),
    Home: () => range.min,
    End: () => range.max,
  };
  return (
    <Stack gap={4} shrinks data-field>
      <Text htmlFor={id} as="label" size={14} weight={500}>
        {label}
      </Text>
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
        <Row as="span" align="baseline" justify="center" shrinks className={classes.middle}>
          <input
            ref={input}
            id={id}
            type="text"
            inputMode={Number.isInteger(range.step) ? 'numeric' : 'decimal'}
            autoComplete="off"
            role="spinbutton"
            className={classes.input}
            // The unit stays close to the number, whatever its length.
            style={{ width: `${Math.max(1, (typed ?? String(value)).length) + 0.75}ch` }}
            value={typed ?? String(value)}
            aria-valuenow={value}
            aria-valuemin={range.min}
            aria-valuemax={range.max}
            aria-valuetext={`${value}${unit}`}
            aria-invalid={(left && isWrong) || undefined}
            aria-describedby={
              left && isWrong ? `${id}-error` : hint === undefined ? undefined : `${id}-hint`
            }
            onFocus={(event) => {
              event.target.select();
            }}
            onChange={(event) => {
              setTyped(event.target.value);
              const next = judgeText(event.target.value, typedRange);
              // The value is saved at once, in case the page goes away before the field loses the
              // focus.
              if (next?.kind === 'settable') onChange(next.value);
            }}
            onBlur={finish}
            onInvalid={() => {
              setLeft(true);
            }}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return;
              const next = keys[event.key];
              // Home and End move the cursor while a text is being typed.
              if (event.key === 'Enter') finish();
              else if (next === undefined || (typed !== null && !event.key.startsWith('Arrow'))) {
                return;
              } else change(next());
              event.preventDefault();
            }}
          />
          <Text as="span" size={12} quiet fixed aria-hidden>
            {unit}
          </Text>
        </Row>
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
      {left && isWrong ? (
        <FieldError id={`${id}-error`} text={errorText} />
      ) : hint === undefined ? null : (
        <Box id={`${id}-hint`} size={12} quiet leading={20}>
          {hint}
        </Box>
      )}
      {left && judged?.kind === 'between' ? (
        <Row gap={8} wrap above={4} className={classes.offers}>
          {[judged.below, judged.above].map((offer) => (
            <PlainButton
              key={offer}
              onClick={() => {
                change(offer);
                input.current?.focus();
              }}
            >
              {offer}
              {unit}にする
            </PlainButton>
          ))}
        </Row>
      ) : null}
    </Stack>
  );
}

type TypedText = TypedNumber | { readonly kind: 'no-number' };

function judgeText(text: string, range: StepRange): TypedText {
  const number = readNumber(text);
  return number === null ? { kind: 'no-number' } : judgeTyped(number, range);
}

function explain(judged: TypedText, range: StepRange, unit: string): string {
  const words = `${range.min}〜${range.max}${unit}`;
  switch (judged.kind) {
    case 'no-number':
      return `数字で入力してください（${words}）。`;
    case 'outside':
      return `${words}の範囲で入力してください。`;
    case 'between':
      return `${range.step}${unit}刻みで設定できます。どちらかを選んでください。`;
    case 'settable':
      return '';
  }
}
