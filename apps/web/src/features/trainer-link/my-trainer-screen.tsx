import { IconUserHeart } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Page } from '#ui/page.tsx';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { EndLink } from './end-link.tsx';
import { ScopeSwitches } from './scope-switches.tsx';
import { TrainerCard } from './trainer-card.tsx';
import { trainerConnectionQuery } from './trainer-link.queries.ts';
import { TrainerViews } from './trainer-views.tsx';
import classes from './my-trainer-screen.module.css';

interface MyTrainerScreenProps {
  /** Those that trainers made for the member. */
  readonly sessions: ReactNode;
}

export function MyTrainerScreen({ sessions }: MyTrainerScreenProps) {
  const { connection } = useSuspenseQuery(trainerConnectionQuery).data;
  const isLinked = connection.state === 'linked';
  return (
    <Page title="マイトレーナー">
      {isLinked ? (
        <TrainerCard nickname={connection.trainer.nickname} linkedAt={connection.linkedAt} />
      ) : (
        <NoTrainer pending={connection.state === 'pending'} />
      )}
      <div className={classes.columns}>
        <div className={classes.main}>{sessions}</div>
        <div className={classes.side}>
          {isLinked ? (
            <div>
              <ScopeSwitches scopes={connection.scopes} />
              <div className={classes.end}>
                <EndLink nickname={connection.trainer.nickname} />
              </div>
            </div>
          ) : null}
          <TrainerViews quiet={!isLinked} />
        </div>
      </div>
    </Page>
  );
}

function NoTrainer({ pending }: { readonly pending: boolean }) {
  return (
    <EmptyState
      Icon={IconUserHeart}
      text={
        pending
          ? '連携コードを発行済みです。トレーナーがコードを登録すると、連携が始まります。'
          : '連携しているトレーナーはいません。連携すると、あなた専用のセッションを作ってもらえます。'
      }
      action={
        <Link to="/settings/trainer-connect" className={primaryButtonLink}>
          {pending ? '連携コードを表示する' : 'トレーナーと連携する'}
        </Link>
      }
    />
  );
}
