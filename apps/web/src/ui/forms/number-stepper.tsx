import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { PlainButton } from '#ui/buttons.tsx';
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

/** A button that goes on while it is held. Its own click, for keyboards too, does the first step. */
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
    // A long press on a phone would open its menu.
    onContextMenu: (event: { preventDefault: () => void }) => {
      event.preventDefault();
    },
    onClick: () => {
      stop();
      // The click that ends a long press is no step of its own.
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
  /** Typed numbers may lie between the steps of the buttons: in steps of this. */
  readonly typedStep?: number;
  readonly hint?: string;
  readonly onChange: (value: number) => void;
}

/**
 * A number for a thumb: less, more, or typed. What is typed and cannot be set stays as it is, says
 * so, and keeps its form from being sent (`focusTypedFault`): nothing is bent to fit.
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
  // While it is typed it may be no number yet.
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const judged = typed === null ? null : judgeText(typed, typedRange);
  const isWrong = judged !== null && judged.kind !== 'settable';
  const fault = isWrong ? explain(judged, typedRange, unit) : undefined;
  useEffect(() => {
    input.current?.setCustomValidity(fault ?? '');
  }, [fault]);
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
            ref={input}
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
              // Already kept, should the page go away before the field is left.
              if (next?.kind === 'settable') onChange(next.value);
            }}
            onBlur={finish}
            onInvalid={() => {
              setLeft(true);
            }}
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
      {left && isWrong ? (
        <FieldError id={`${id}-error`} text={fault} />
      ) : hint === undefined ? null : (
        <div id={`${id}-hint`} className={classes.hint}>
          {hint}
        </div>
      )}
      {left && judged?.kind === 'between' ? (
        <div className={classes.offers}>
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
        </div>
      ) : null}
    </div>
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
