import { type CSSProperties, type ReactNode, useId } from 'react';
import { look, Note, Row, Stack } from '#ui/layout.tsx';
import { chip, segment, segments } from '#ui/lists/chips.tsx';
import { useFingerShield } from '#ui/tap-shield.ts';
import classes from './choice-fields.module.css';
import { FieldError } from './fields.tsx';

interface ChoiceFrameProps {
  readonly label: string;
  /** Id of the element that describes all choices. */
  readonly describedBy?: string | undefined;
  readonly children: ReactNode;
}

/** Groups choices under their label. */
export function ChoiceFrame({ label, describedBy, children }: ChoiceFrameProps) {
  return (
    <fieldset className={classes.field} data-field aria-describedby={describedBy}>
      <legend className={classes.label}>{label}</legend>
      {children}
    </fieldset>
  );
}

interface ChoiceFieldProps {
  readonly name: string;
  readonly label: string;
  /** `radio` allows one choice, `checkbox` any number. */
  readonly kind: 'radio' | 'checkbox';
  readonly choices: readonly { readonly id: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly error?: string | undefined;
}

/** Shows all choices at once, each large enough for a thumb. */
export function ChoiceField({ name, label, kind, choices, chosen, error }: ChoiceFieldProps) {
  const id = useId();
  return (
    <ChoiceFrame label={label} describedBy={error === undefined ? undefined : `${id}-error`}>
      <Row gap={8} wrap className={classes.choices}>
        {choices.map((choice) => (
          <label key={choice.id} className={chip}>
            <input
              type={kind}
              name={name}
              value={choice.id}
              defaultChecked={chosen.includes(choice.id)}
              aria-invalid={error !== undefined}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </Row>
      <div className={classes.details}>
        <FieldError id={`${id}-error`} text={error} />
      </div>
    </ChoiceFrame>
  );
}

interface ToggleChoiceProps<Id extends string> {
  readonly label: string;
  readonly choices: readonly {
    readonly id: Id;
    readonly label: string;
    /** Explanation, shown below while it is chosen. */
    readonly text?: string;
  }[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
}

/** Shows two to four choices side by side. A choice takes effect at once. */
export function ToggleChoice<Id extends string>({
  label,
  choices,
  chosen,
  onChoose,
}: ToggleChoiceProps<Id>) {
  const name = useId();
  const text = choices.find(({ id }) => id === chosen)?.text;
  return (
    <ChoiceFrame label={label} describedBy={text === undefined ? undefined : `${name}-text`}>
      <div className={segments}>
        {choices.map((choice) => (
          <label key={choice.id} className={segment}>
            <input
              type="radio"
              name={name}
              value={choice.id}
              checked={choice.id === chosen}
              onChange={() => {
                onChoose(choice.id);
              }}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
      {text === undefined ? null : (
        <Note id={`${name}-text`} leading="loose" above={8}>
          {text}
        </Note>
      )}
    </ChoiceFrame>
  );
}

interface ToggleChipsProps<Id extends number | string> {
  readonly label: string;
  readonly choices: readonly {
    readonly id: Id;
    readonly label: string;
    /** Full name, where the label is short. */
    readonly name: string;
  }[];
  readonly chosen: readonly Id[];
  readonly error?: string | undefined;
  /** Called with the chosen ids, in the order of the choices. */
  readonly onChoose: (chosen: Id[]) => void;
}

/**
 * Shows a few short choices in one row, of which any number can be chosen. A choice takes effect at
 * once.
 */
export function ToggleChips<Id extends number | string>({
  label,
  choices,
  chosen,
  error,
  onChoose,
}: ToggleChipsProps<Id>) {
  const id = useId();
  const count: CSSProperties & { readonly '--count': number } = { '--count': choices.length };
  return (
    <ChoiceFrame label={label} describedBy={error === undefined ? undefined : `${id}-error`}>
      <Stack gap={4} className={classes.even} style={count}>
        {choices.map((choice) => (
          <label key={choice.id} className={chip}>
            <input
              type="checkbox"
              aria-label={choice.name}
              checked={chosen.includes(choice.id)}
              aria-invalid={error !== undefined}
              onChange={({ target }) => {
                const isChosen = (one: Id) =>
                  one === choice.id ? target.checked : chosen.includes(one);
                onChoose(choices.map((one) => one.id).filter(isChosen));
              }}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </Stack>
      <div className={classes.details}>
        <FieldError id={`${id}-error`} text={error} />
      </div>
    </ChoiceFrame>
  );
}

interface SwitchTrackProps {
  readonly on: boolean;
  readonly disabled?: boolean;
}

/** Draws a switch. The button around it handles the taps. A double tap switches once. */
export function SwitchTrack({ on, disabled = false }: SwitchTrackProps) {
  useFingerShield(on);
  return (
    <span
      className={classes.track}
      data-on={on || undefined}
      data-disabled={disabled || undefined}
      aria-hidden
    />
  );
}

interface SwitchFieldProps {
  readonly on: boolean;
  readonly text?: string;
  readonly onChange: (on: boolean) => void;
  readonly children: ReactNode;
}

/** Shows a switch in a form, with its name and an explanation beside it. */
export function SwitchField({ on, text, onChange, children }: SwitchFieldProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      className={`${look('row', 'full', 'tall-48', 'align-center', 'gap-12')} ${classes.switch}`}
      onClick={() => {
        onChange(!on);
      }}
    >
      <SwitchTrack on={on} />
      <Stack as="span" leading="snug">
        {children}
        {text === undefined ? null : <Note as="small">{text}</Note>}
      </Stack>
    </button>
  );
}
