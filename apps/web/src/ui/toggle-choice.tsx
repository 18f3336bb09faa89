import { useId } from 'react';
import { ChoiceFrame } from './choice-frame.tsx';
import classes from './toggle-choice.module.css';

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
      <div className={classes.choices}>
        {choices.map((choice) => (
          <label key={choice.id} className={classes.choice}>
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
