import { IconEyeOff, IconUser } from '@tabler/icons-react';
import type { TrainingSession } from '@tanren/contract/menus/menus';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import { describeMinutes, trainingSessionQuery } from '#entities/menus/menus.queries.ts';
import { workoutLoadsQuery, workoutTypesQuery } from '#entities/workouts/workouts.queries.ts';
import { StartRun } from '#features/menus/run/start-run.tsx';
import { DoneRuns } from '#features/menus/done-runs.tsx';
import { FavoriteButton, openFavorites } from '#features/menus/favorites.tsx';
import { MenuActions } from '#features/menus/menu-actions.tsx';
import { SessionItems } from '#features/menus/menu-items.tsx';
import { MenuUnsentMark, TrainerMark, VisibilityMark } from '#features/menus/menu-list.tsx';
import classes from '#features/menus/menu.module.css';
import { doneRunsQuery } from '#features/menus/menus.queries.ts';
import { showUnsent } from '#entities/menus/unsent-menus.ts';
import { useUnsent } from '#lib/offline/outbox.ts';
import { GonePage } from '#lib/page-state.tsx';
import { idParam } from '#lib/route-params.ts';
import { Notice } from '#ui/feedback/notices.tsx';
import { Row, Stack, Text } from '#ui/layout.tsx';
import { chip } from '#ui/lists/chips.tsx';
import { Page, StickyFooter } from '#ui/page.tsx';

export const Route = createFileRoute('/training-sessions/$trainingSessionId/')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'メニューの詳細',
    parent: [
      '/my-training-sessions',
      '/favorite-training-sessions',
      '/search-training-sessions',
      '/my-trainer',
      '/',
      '/reservations/$reservationId',
    ],
  },
  params: idParam('trainingSessionId'),
  loader: async ({ context: { queryClient }, params: { trainingSessionId } }) => {
    await openFavorites(queryClient);
    const [session] = await Promise.all([
      queryClient.query(trainingSessionQuery(trainingSessionId)),
      queryClient.query(workoutLoadsQuery),
      queryClient.query(workoutTypesQuery),
      queryClient.infiniteQuery({ ...doneRunsQuery(trainingSessionId), staleTime: 'static' }),
    ]);
    if (session === null) throw notFound();
  },
  component: TrainingSessionPage,
});

function TrainingSessionPage() {
  const { trainingSessionId } = Route.useParams();
  const { data: stored } = useSuspenseQuery(trainingSessionQuery(trainingSessionId));
  const writes = useUnsent();
  if (stored === null) return <GonePage />;
  const session = showUnsent(stored, writes);
  const { title, description, tags, items } = session;
  return (
    <Page title={title} lead={<Facts session={session} />} wide>
      <Stack gap={24} className={classes.columns}>
        <Stack gap={16} top className={classes.main}>
          <HiddenNotice reason={session.hiddenReason} />
          {description === '' ? null : <Text verbatim>{description}</Text>}
          <MenuTags tags={tags} />
          <SessionItems items={items} />
        </Stack>
        <div className={classes.side}>
          <StickyFooter>
            <StartRun trainingSessionId={trainingSessionId} />
          </StickyFooter>
          <Stack gap={24} top className={classes.others}>
            <DoneRuns trainingSessionId={trainingSessionId} />
            <MenuActions session={session} />
          </Stack>
        </div>
      </Stack>
    </Page>
  );
}

function Facts({ session }: { readonly session: TrainingSession }) {
  const { author, byTrainer, visibility, setCount } = session;
  return (
    <Row as="span" gap={8} align="center" justify="between" className={classes.facts}>
      <Row as="span" gap={16} rowGap={0} wrap size={14} shrinks>
        <Row as="span" inline gap={4} align="center" shrinks>
          <IconUser size={16} stroke={1.75} aria-hidden />
          {author.isMe ? `${author.nickname}（あなた）` : author.nickname}
        </Row>
        {author.isMe ? <VisibilityMark visibility={visibility} /> : null}
        {byTrainer ? <TrainerMark /> : null}
        <MenuUnsentMark trainingSessionId={session.trainingSessionId} />
        <span>
          {describeMinutes(session)}・{setCount}セット
        </span>
      </Row>
      <FavoriteButton session={session} />
    </Row>
  );
}

/** Shows to the author why other members cannot see the menu. */
function HiddenNotice({ reason }: { readonly reason: string | null }) {
  if (reason === null) return null;
  return (
    <Notice Icon={IconEyeOff}>
      スタッフの判断で非公開になりました。ほかの会員には表示されません。理由：{reason}
    </Notice>
  );
}

/** Shows the tags, each of which links to the public menus with this tag. */
function MenuTags({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <Row as="ul" gap={8} wrap aria-label="タグ">
      {tags.map((tag) => (
        <li key={tag}>
          <Link to="/search-training-sessions" search={{ tag }} className={chip}>
            #{tag}
          </Link>
        </li>
      ))}
    </Row>
  );
}
