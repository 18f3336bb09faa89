import type { InformationState } from './information-words.ts';
import { stateWords } from './information-words.ts';
import classes from './state-mark.module.css';

export function StateMark({ state }: { readonly state: InformationState }) {
  return (
    <span className={classes.mark} data-state={state}>
      {stateWords[state]}
    </span>
  );
}
