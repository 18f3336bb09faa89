import { type TrainerScope, trainerScopes } from '@tanren/domain/trainers';
import { scopeNames } from '#entities/members/trainer-link.ts';
import { nothingShared, scopeMeanings } from './scope-words.ts';
import classes from './scope-list.module.css';

interface ScopeChoicesProps {
  readonly chosen: readonly TrainerScope[];
  readonly onChoose: (scopes: TrainerScope[]) => void;
}

/** What will be shared once the code is entered. */
export function ScopeChoices({ chosen, onChoose }: ScopeChoicesProps) {
  return (
    <fieldset className={classes.field}>
      <legend className={classes.heading}>トレーナーと共有する情報</legend>
      <ul className={classes.list}>
        {trainerScopes.map((scope) => (
          <li key={scope}>
            <label className={classes.row}>
              <span className={classes.words}>
                {scopeNames[scope]}
                <span className={classes.meaning}>{scopeMeanings[scope]}</span>
              </span>
              <input
                type="checkbox"
                className={classes.box}
                checked={chosen.includes(scope)}
                onChange={() => {
                  onChoose(toggleScope(chosen, scope));
                }}
              />
            </label>
          </li>
        ))}
      </ul>
      <p className={classes.note}>
        {chosen.length === 0 ? nothingShared : '共有する情報は、連携した後もいつでも変更できます。'}
      </p>
    </fieldset>
  );
}

/** In their usual order, however they were tapped. */
export function toggleScope(scopes: readonly TrainerScope[], toggled: TrainerScope) {
  return trainerScopes.filter((scope) => scopes.includes(scope) !== (scope === toggled));
}
