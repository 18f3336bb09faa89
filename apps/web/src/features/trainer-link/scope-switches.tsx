import { type TrainerScope, trainerScopes } from '@tanren/domain/trainers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { isApiError } from '#lib/errors.ts';
import { notifyDone } from '#lib/notifier.ts';
import { tellRefusal } from '#lib/refusals.ts';
import { SwitchTrack } from '#ui/forms/choice-fields.tsx';
import { toggleScope } from './scope-choices.tsx';
import { scopeNames } from '#entities/members/trainer-link.ts';
import { nothingShared, scopeMeanings } from './scope-words.ts';
import { changeScopesMutation } from './trainer-link.queries.ts';
import classes from './scope-list.module.css';

const title = '変更できませんでした';

function tellFailure(error: unknown): void {
  if (isApiError(error, 404)) {
    notifyDone(title, 'この連携は、すでに終わっています。');
  } else {
    tellRefusal(title, error);
  }
}

/** Each takes effect at once; should the server refuse, it goes back. */
export function ScopeSwitches({ scopes: known }: { readonly scopes: readonly TrainerScope[] }) {
  const id = useId();
  const { mutate, isPending, variables } = useMutation({
    ...changeScopesMutation(useQueryClient()),
    onSettled: (_connection, error) => {
      if (error) tellFailure(error);
    },
  });
  // As wished, as long as the wish is on its way.
  const scopes = isPending ? variables : known;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        共有する情報
      </h2>
      <ul className={classes.list}>
        {trainerScopes.map((scope) => (
          <li key={scope}>
            <button
              type="button"
              role="switch"
              aria-checked={scopes.includes(scope)}
              aria-label={scopeNames[scope]}
              aria-describedby={`${id}-${scope}`}
              className={classes.row}
              onClick={() => {
                mutate(toggleScope(scopes, scope));
              }}
            >
              <span className={classes.words}>
                {scopeNames[scope]}
                <span id={`${id}-${scope}`} className={classes.meaning}>
                  {scopeMeanings[scope]}
                </span>
              </span>
              <SwitchTrack on={scopes.includes(scope)} />
            </button>
          </li>
        ))}
      </ul>
      <p className={classes.note}>
        {scopes.length === 0 ? nothingShared : '変更はすぐに反映されます。'}
      </p>
    </section>
  );
}
