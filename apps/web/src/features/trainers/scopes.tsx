import { type TrainerScope, trainerScopes } from '@tanren/domain/trainers/trainers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { scopeNames } from '#entities/members/trainer-link.ts';
import { isApiError } from '#lib/errors.ts';
import { notifyDone } from '#lib/notifier.ts';
import { notifyRejection } from '#lib/rejections.ts';
import { SwitchTrack } from '#ui/forms/choice-fields.tsx';
import { Note, Stack, Text } from '#ui/layout.tsx';
import { RowList } from '#ui/lists/menu-section.tsx';
import classes from './scopes.module.css';
import { changeScopesMutation } from './trainer-link.queries.ts';

/** Explanations of what each scope shares. */
const scopeMeanings = {
  history: 'これまでに行った種目と、重量や回数、自己ベスト、次回の重量',
  profile: '身長、体重、年齢、性別、運動習慣、トレーニングの目的',
  status: '今週のトレーニング、部位ごとのセット数、続いている週の数',
} as const satisfies Record<TrainerScope, string>;

/** Text for members who share nothing, which says what the link is still useful for. */
const nothingShared = '何も共有しなくても、トレーナーはあなた専用のメニューを作れます。';

interface ScopeChoicesProps {
  readonly chosen: readonly TrainerScope[];
  readonly onChoose: (scopes: TrainerScope[]) => void;
}

/** Lets the member choose what will be shared once the code is entered. */
export function ScopeChoices({ chosen, onChoose }: ScopeChoicesProps) {
  return (
    <fieldset>
      <Text as="legend" below={8} size={16} weight={700} leading="snug">
        トレーナーと共有する情報
      </Text>
      <RowList>
        {trainerScopes.map((scope) => (
          <li key={scope}>
            <label className={classes.row}>
              <Stack as="span" leading="loose" shrinks>
                {scopeNames[scope]}
                <Note as="span">{scopeMeanings[scope]}</Note>
              </Stack>
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
      </RowList>
      <Note above={8} className={classes.note}>
        {chosen.length === 0 ? nothingShared : '共有する情報は、連携した後もいつでも変更できます。'}
      </Note>
    </fieldset>
  );
}

/** Adds or removes a scope and keeps the usual order. */
function toggleScope(scopes: readonly TrainerScope[], toggled: TrainerScope) {
  return trainerScopes.filter((scope) => scopes.includes(scope) !== (scope === toggled));
}

const title = '変更できませんでした';

function notifyFailure(error: unknown): void {
  if (isApiError(error, 404)) {
    notifyDone(title, 'この連携は、すでに解除されています。');
  } else {
    notifyRejection(title, error);
  }
}

/** Shows a switch for each scope. Each takes effect at once and returns if the server refuses. */
export function ScopeSwitches({ scopes: known }: { readonly scopes: readonly TrainerScope[] }) {
  const id = useId();
  const { mutate, isPending, variables } = useMutation({
    ...changeScopesMutation(useQueryClient()),
    onSettled: (_connection, error) => {
      if (error) notifyFailure(error);
    },
  });
  // Shows the requested state while the request is under way.
  const scopes = isPending ? variables : known;
  return (
    <section aria-labelledby={id}>
      <Text as="h2" id={id} below={8} size={16} weight={700} leading="snug">
        共有する情報
      </Text>
      <RowList>
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
              <Stack as="span" leading="loose" shrinks>
                {scopeNames[scope]}
                <Note id={`${id}-${scope}`} as="span">
                  {scopeMeanings[scope]}
                </Note>
              </Stack>
              <SwitchTrack on={scopes.includes(scope)} />
            </button>
          </li>
        ))}
      </RowList>
      <Note above={8} className={classes.note}>
        {scopes.length === 0 ? nothingShared : '変更はすぐに反映されます。'}
      </Note>
    </section>
  );
}
