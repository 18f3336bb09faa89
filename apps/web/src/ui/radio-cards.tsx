import { useId } from 'react';
import { ChoiceFrame } from './choice-frame.tsx';
import classes from './radio-cards.module.css';

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
