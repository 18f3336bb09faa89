import { IconClockOff } from '@tabler/icons-react';
import { type TrainerScope, trainerScopes } from '@tanren/domain/trainers';
import { useState } from 'react';
import { Notice } from '#ui/feedback/notices.tsx';
import { PrimaryButton } from '#ui/buttons.tsx';
import { ScopeChoices } from './scope-choices.tsx';
import { useIssueCode } from './use-issue-code.ts';
import classes from './trainer-connect-screen.module.css';

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
          連携コードをトレーナーに伝えると、トレーナーがあなたのためにセッションを作り、次回の重さを提案できるようになります。コードは15分間有効で、連携はいつでも解除できます。
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
