import { IconChevronRight } from '@tabler/icons-react';
import type { TrainerConnection } from '@tanren/contract/trainer-connection-code';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FormPage } from '#ui/forms/form-page.tsx';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { IssueCode } from './issue-code.tsx';
import { PendingCode } from './pending-code.tsx';
import { ScopeSwitches } from './scope-switches.tsx';
import { SpokenText } from './spoken-text.tsx';
import { TrainerCard } from './trainer-card.tsx';
import { useTrainerConnection } from './use-trainer-connection.ts';
import classes from './trainer-connect-screen.module.css';

export function TrainerConnectScreen({ back }: { readonly back: ReactNode }) {
  const { connection, expired, failed } = useTrainerConnection();
  return (
    <FormPage title="トレーナー連携" back={back}>
      <SpokenText>{expired === null ? null : 'コードの有効期限が切れました。'}</SpokenText>
      {connection.state === 'none' ? (
        // Another form for another reason: what was chosen for the last code comes along.
        <IssueCode key={expired?.code ?? ''} expired={expired?.scopes ?? null} />
      ) : connection.state === 'pending' ? (
        <PendingCode {...connection} failed={failed} />
      ) : (
        <Linked {...connection} />
      )}
    </FormPage>
  );
}

type LinkedProps = Omit<TrainerConnection & { readonly state: 'linked' }, 'state'>;

function Linked({ trainer, linkedAt, scopes }: LinkedProps) {
  return (
    <div className={classes.parts}>
      <TrainerCard nickname={trainer.nickname} linkedAt={linkedAt} />
      <ScopeSwitches scopes={scopes} />
      <Link to="/my-trainer" className={primaryButtonLink}>
        マイトレーナーを見る
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </Link>
      <p className={classes.note}>連携の解除は「マイトレーナー」から行えます。</p>
    </div>
  );
}
