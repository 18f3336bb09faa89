import { type ReactNode, useId } from 'react';
import classes from './choice-fields.module.css';
import { FieldError } from './fields.tsx';

interface ChoiceFrameProps {
  readonly label: string;
  /** The id of what is said of all choices. */
  readonly describedBy?: string | undefined;
  readonly children: ReactNode;
}

/** Choices that belong together, under what they are a choice of. */
function ChoiceFrame({ label, describedBy, children }: ChoiceFrameProps) {
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
  /** Radio: one of them; checkbox: any number. */
  readonly kind: 'radio' | 'checkbox';
  readonly choices: readonly { readonly id: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly error?: string | undefined;
}

/** All choices in sight, each large enough for a thumb. */
export function ChoiceField({ name, label, kind, choices, chosen, error }: ChoiceFieldProps) {
  const id = useId();
  return (
    <ChoiceFrame label={label} describedBy={error === undefined ? undefined : `${id}-error`}>
      <div className={classes.choices}>
        {choices.map((choice) => (
          <label key={choice.id} className={classes.choice}>
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
      </div>
      <div className={classes.details}>
        <FieldError id={`${id}-error`} text={error} />
      </div>
    </ChoiceFrame>
  );
}

interface RadioCardsProps<Id extends string> {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly { readonly id: Id; readonly label: string; readonly text: string }[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
}

/** One of a few, where each needs a sentence to be understood. */
export function RadioCards<Id extends string>({
  name,
  label,
  choices,
  chosen,
  onChoose,
}: RadioCardsProps<Id>) {
  const base = useId();
  return (
    <ChoiceFrame label={label}>
      <div className={classes.cards}>
        {choices.map(({ id, label: title, text }) => (
          <label key={id} className={classes.card}>
            <input
              type="radio"
              name={name}
              value={id}
              checked={id === chosen}
              aria-labelledby={`${base}-${id}-name`}
              aria-describedby={`${base}-${id}-text`}
              onChange={() => {
                onChoose(id);
              }}
            />
            <span className={classes.words}>
              <span id={`${base}-${id}-name`} className={classes.name}>
                {title}
              </span>
              <span id={`${base}-${id}-text`} className={classes.text}>
                {text}
              </span>
            </span>
          </label>
        ))}
      </div>
    </ChoiceFrame>
  );
}

interface ToggleChoiceProps<Id extends string> {
  readonly label: string;
  readonly choices: readonly { readonly id: Id; readonly label: string }[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
}

/** One of two or three, side by side, taking effect at once. */
export function ToggleChoice<Id extends string>({
  label,
  choices,
  chosen,
  onChoose,
}: ToggleChoiceProps<Id>) {
  const name = useId();
  return (
    <ChoiceFrame label={label}>
      <div className={classes.toggles}>
        {choices.map((choice) => (
          <label key={choice.id} className={classes.toggle}>
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
    </ChoiceFrame>
  );
}

/** How a switch looks; what it does belongs to the button around it. */
export function SwitchTrack({ on }: { readonly on: boolean }) {
  return <span className={classes.track} data-on={on || undefined} aria-hidden />;
}
