import { IconListCheck, IconPlus } from '@tabler/icons-react';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page.tsx';
import { primaryButtonLink } from '#ui/primary-button.tsx';
import { listEachOnce } from './known-sessions.ts';
import { SessionList } from './session-list.tsx';
import { SessionTabs } from './session-tabs.tsx';
import { mySessionsQuery } from './training-sessions.queries.ts';
import classes from './my-training-sessions-screen.module.css';

export function MyTrainingSessionsScreen() {
  const query = useSuspenseInfiniteQuery(mySessionsQuery);
  const sessions = listEachOnce(query.data.pages);
  return (
    <Page title="マイセッション">
      <SessionTabs />
      {sessions.length === 0 ? (
        <EmptyState
          Icon={IconListCheck}
          text="作成したセッションはまだありません。いつものメニューを登録すると、マシンが順番に案内します。"
          action={
            <Link to="/training-sessions/new" className={primaryButtonLink}>
              セッションを作成する
            </Link>
          }
        />
      ) : (
        <>
          <Link to="/training-sessions/new" className={`${primaryButtonLink} ${classes.create}`}>
            <IconPlus size={20} stroke={2} aria-hidden />
            セッションを作成する
          </Link>
          <SessionList sessions={sessions} query={query} />
        </>
      )}
    </Page>
  );
}
