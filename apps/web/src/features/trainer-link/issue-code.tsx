import { IconClockOff } from '@tabler/icons-react';
import { type TrainerScope, trainerScopes } from '@tanren/domain/trainers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PrimaryButton } from '#ui/buttons.tsx';
import { Notice } from '#ui/feedback/notices.tsx';
import { ScopeChoices } from './scopes.tsx';
import classes from './trainer-connect.module.css';
import { issueCodeMutation } from './trainer-link.queries.ts';

interface IssueCodeProps {
  /** Of a code whose time has just run out; null: there was none. */
  readonly expired: readonly TrainerScope[] | null;
}

export function IssueCode({ expired }: IssueCodeProps) {
  const [scopes, setScopes] = useState<readonly TrainerScope[]>(expired ?? trainerScopes);
  const { busy, issue } = useIssueCode(scopes);
  return (
    <div className={classes.parts}>
      {expired === null ? (
        <p className={classes.lead}>
          連携コードをトレーナーに伝えると、トレーナーがあなたのためにメニューを作り、次回の重量を提案できるようになります。コードは15分間有効で、連携はいつでも解除できます。
        </p>
      ) : (
        <Notice Icon={IconClockOff}>
          コードの有効期限が切れました。新しいコードを発行して、トレーナーに伝えてください。
        </Notice>
      )}
      <ScopeChoices chosen={scopes} onChoose={setScopes} />
      <PrimaryButton aria-disabled={busy} onClick={issue}>
        {busy
          ? '発行しています…'
          : expired === null
            ? '連携コードを発行する'
            : '新しいコードを発行する'}
      </PrimaryButton>
    </div>
  );
}

/** Once for a double tap: a second code would void the first while it is read out. */
export function useIssueCode(scopes: readonly TrainerScope[]) {
  const { mutate, isPending: busy } = useMutation(issueCodeMutation(useQueryClient()));
  return {
    busy,
    issue: () => {
      if (!busy) mutate(scopes);
    },
  };
}
