import { IconListCheck, IconPlus } from '@tabler/icons-react';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { openFavorites } from '#features/menus/favorites.tsx';
import { listEachOnce } from '#features/menus/menu-cache.ts';
import classes from '#features/menus/menu-list.module.css';
import { MenuList, MenuTabs } from '#features/menus/menu-list.tsx';
import { myMenusQuery } from '#features/menus/menus.queries.ts';
import { listUnsentNew, withoutDeleted } from '#entities/menus/unsent-menus.ts';
import { useUnsent } from '#lib/offline/outbox.ts';
import type { UnsentWrite } from '#lib/offline/outbox-rules.ts';
import { menuRow, MenuRowContent, RowList } from '#ui/lists/menu-section.tsx';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { EmptyState, UnsentMark } from '#ui/feedback/notices.tsx';
import { look } from '#ui/layout.tsx';
import { Page } from '#ui/page.tsx';

export const Route = createFileRoute('/my-training-sessions')({
  staticData: { access: 'default', layout: 'auth', title: 'マイメニュー', parent: '/settings' },
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      openFavorites(queryClient),
      // The list is the same when the member comes back. New items are fetched in the background.
      queryClient.infiniteQuery({ ...myMenusQuery, staleTime: 'static' }),
    ]);
  },
  component: MyTrainingSessionsPage,
});

function MyTrainingSessionsPage() {
  const query = useSuspenseInfiniteQuery(myMenusQuery);
  const writes = useUnsent();
  const sessions = withoutDeleted(listEachOnce(query.data.pages), writes);
  const made = listUnsentNew(writes);
  const create = (
    <Link
      to="/training-sessions/new"
      className={`${look('tap', 'gap-8', 'framed', 'weight-600', 'bare', 'pressable')} ${classes.create}`}
      aria-label="メニューを作成する"
    >
      <IconPlus size={20} stroke={2} aria-hidden />
      作成する
    </Link>
  );
  return (
    <Page title="マイメニュー" wide action={sessions.length === 0 ? null : create}>
      <MenuTabs />
      <UnsentNew writes={made} />
      {sessions.length === 0 ? (
        <EmptyState
          Icon={IconListCheck}
          text="いつものメニューを登録すると、順番どおりにマシンをご案内します。"
          action={
            <Link to="/training-sessions/new" className={primaryButtonLink}>
              メニューを作成する
            </Link>
          }
        />
      ) : (
        <MenuList sessions={sessions} query={query} />
      )}
    </Page>
  );
}

/**
 * Lists the menus that were created without a network. They have no page until the server has them.
 */
function UnsentNew({ writes }: { readonly writes: readonly UnsentWrite[] }) {
  if (writes.length === 0) return null;
  return (
    <RowList>
      {writes.map(({ key, about }) => (
        <li key={key}>
          <Link to="/settings/unsent" className={menuRow}>
            <MenuRowContent Icon={IconListCheck} label={about} end={<UnsentMark />} />
          </Link>
        </li>
      ))}
    </RowList>
  );
}
