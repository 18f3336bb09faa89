import { addHonorific } from '@tanren/domain/members/honorifics';
import { IconLinkOff, IconUserHeart } from '@tabler/icons-react';
import {
  useMutation,
  useQueryClient,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import classes from '#features/trainers/my-trainer.module.css';
import { ScopeSwitches } from '#features/trainers/scopes.tsx';
import { TrainerCard } from '#features/trainers/trainer-card.tsx';
import {
  endConnectionMutation,
  trainerConnectionQuery,
  trainerViewsQuery,
} from '#features/trainers/trainer-link.queries.ts';
import { TrainerViews } from '#features/trainers/trainer-views.tsx';
import { openFavorites } from '#features/menus/favorites.tsx';
import { listEachOnce } from '#features/menus/menu-cache.ts';
import { MenuList } from '#features/menus/menu-list.tsx';
import { trainerMenusQuery } from '#features/menus/menus.queries.ts';
import { notifyDone } from '#lib/notifier.ts';
import { PlainButton, primaryButtonLink } from '#ui/buttons.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Note, Stack } from '#ui/layout.tsx';
import { Page, SectionHeading } from '#ui/page.tsx';

export const Route = createFileRoute('/my-trainer')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'マイトレーナー',
    parent: ['/settings', '/'],
  },
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      openFavorites(queryClient),
      queryClient.query(trainerConnectionQuery),
      queryClient.infiniteQuery({ ...trainerMenusQuery, staleTime: 'static' }),
      // The page reports a failure in the place of this list.
      queryClient.infiniteQuery(trainerViewsQuery).catch(() => {}),
    ]);
  },
  component: MyTrainerPage,
});

function MyTrainerPage() {
  const { connection } = useSuspenseQuery(trainerConnectionQuery).data;
  const isLinked = connection.state === 'linked';
  const trainer = isLinked ? connection.trainer.nickname : null;
  return (
    <Page title="マイトレーナー" wide>
      {isLinked ? (
        <TrainerCard nickname={connection.trainer.nickname} linkedAt={connection.linkedAt} />
      ) : (
        <NoTrainer pending={connection.state === 'pending'} />
      )}
      <Stack gap={24} top className={classes.columns}>
        <Stack gap={24} top>
          <TrainerMenus quiet={!isLinked} trainer={trainer} />
        </Stack>
        <Stack gap={24} top>
          {isLinked ? (
            <div>
              <ScopeSwitches scopes={connection.scopes} />
              <div className={classes.end}>
                <EndLink nickname={connection.trainer.nickname} />
              </div>
            </div>
          ) : null}
          <TrainerViews quiet={!isLinked} trainer={trainer} />
        </Stack>
      </Stack>
    </Page>
  );
}

function NoTrainer({ pending }: { readonly pending: boolean }) {
  return (
    <EmptyState
      Icon={IconUserHeart}
      text={
        pending
          ? '発行した連携コードをトレーナーが登録すると、連携が始まります。'
          : 'トレーナーと連携すると、あなた専用のメニューを作ってもらえます。'
      }
      action={
        <Link to="/settings/trainer-connect" className={primaryButtonLink}>
          {pending ? '連携コードを表示する' : 'トレーナーと連携する'}
        </Link>
      }
    />
  );
}

interface TrainerMenusProps {
  /** Whether to show nothing when the list is empty, because there is no trainer to make a menu. */
  readonly quiet: boolean;
  /** Trainer who is already named at the top of the page. `null` if there is none. */
  readonly trainer: string | null;
}

/** Lists the menus that trainers made for the member. They stay when the link ends. */
function TrainerMenus({ quiet, trainer }: TrainerMenusProps) {
  const id = useId();
  const query = useSuspenseInfiniteQuery(trainerMenusQuery);
  const sessions = listEachOnce(query.data.pages);
  if (quiet && sessions.length === 0) return null;
  return (
    <Stack
      as="section"
      gap={12}
      className={classes.madeMenus}
      data-complete={!query.hasNextPage || undefined}
      aria-labelledby={id}
    >
      <SectionHeading id={id}>作ってもらったメニュー</SectionHeading>
      {sessions.length === 0 ? (
        <Note above={-8}>トレーナーがメニューを作ると、ここに表示されます。</Note>
      ) : (
        <MenuList sessions={sessions} query={query} heading="h3" knownAuthor={trainer} />
      )}
    </Stack>
  );
}

/** Ends the link after a confirmation, because only a new code restores it. */
function EndLink({ nickname }: { readonly nickname: string }) {
  const { mutateAsync, isPending } = useMutation(endConnectionMutation(useQueryClient()));
  const [isConfirmOpen, setIsConfirmOpen] = useState(false);
  const end = async () => {
    try {
      await mutateAsync();
      notifyDone(
        '連携を解除しました',
        `${addHonorific(nickname)}は、あなたの情報を見られなくなりました。`,
      );
    } catch {
      // The notifier reports the error.
      setIsConfirmOpen(false);
    }
  };
  return (
    <>
      <PlainButton
        onClick={() => {
          setIsConfirmOpen(true);
        }}
      >
        連携を解除する
      </PlainButton>
      {isConfirmOpen ? (
        <ConfirmDialog
          title={`${addHonorific(nickname)}との連携を解除しますか`}
          keep="解除しない"
          Icon={IconLinkOff}
          confirm="解除する"
          confirming="解除しています…"
          busy={isPending}
          onConfirm={() => {
            if (!isPending) void end();
          }}
          onDismiss={() => {
            setIsConfirmOpen(false);
          }}
        >
          <p>
            トレーナーは、すぐにあなたの情報を見られなくなります。元に戻すには、新しい連携コードが必要です。
          </p>
          <p>
            作ってもらったメニューは残ります。トレーナーが決めた次回の重量は、記録にもとづく重量に戻ります。
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
