import { addHonorific } from '@tanren/domain/members/honorifics';
import { IconClock, IconListCheck, IconTrash } from '@tabler/icons-react';
import type { TrainingSessionSummary } from '@tanren/contract/menus/menus';
import { useMutation, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { describeMinutes } from '#entities/menus/menus.queries.ts';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { formatGymDate, gymDateOf } from '#lib/dates.ts';
import { notifyDone } from '#lib/notifier.ts';
import { notifyRejection } from '#lib/rejections.ts';
import { PlainButton, primaryButtonLink } from '#ui/buttons.tsx';
import { DeleteDialog } from '#ui/dialogs/dialogs.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Note, Row, Stack, Text } from '#ui/layout.tsx';
import { CardList, LinkCard, linkOfCard } from '#ui/lists/cards.tsx';
import { PagedList } from '#ui/lists/paged-list.tsx';
import { useMember } from './linked-member.tsx';
import classes from './trained-member.module.css';
import { removeTrainedMenu, trainedMenusQuery } from './trained-menus.queries.ts';

/** Height of a card on a tablet, in px. */
const cardHeight = 152;

/** Lists the menus that the trainer has made for the member. */
export function TrainedMenusView() {
  const { memberId, nickname } = useMember();
  const query = useSuspenseInfiniteQuery(trainedMenusQuery(memberId));
  const sessions = query.data.pages.flatMap(({ items }) => items);
  const make = (
    <Link
      to="/trainer/members/$memberId/training-sessions/new"
      params={{ memberId }}
      className={primaryButtonLink}
      data-variant={sessions.length === 0 ? 'default' : undefined}
    >
      新しく作る
    </Link>
  );
  if (sessions.length === 0) {
    return (
      <EmptyState
        Icon={IconListCheck}
        text={`${addHonorific(nickname)}専用のメニューはまだありません。`}
        action={make}
      />
    );
  }
  return (
    <Stack gap={16}>
      <div className={classes.make}>{make}</div>
      <PagedList query={query} itemHeight={cardHeight}>
        <CardList paired>
          {sessions.map((session) => (
            <li key={session.trainingSessionId}>
              <TrainedMenuCard session={session} />
            </li>
          ))}
        </CardList>
      </PagedList>
    </Stack>
  );
}

/** Shows a menu. The whole card links to the editor, except for the delete button. */
function TrainedMenuCard({ session }: { readonly session: TrainingSessionSummary }) {
  const { memberId } = useMember();
  const { trainingSessionId, title, workoutTypeIds, setCount, tags, updatedAt } = session;
  return (
    <LinkCard
      link={
        <Link
          to="/trainer/members/$memberId/training-sessions/$trainingSessionId"
          params={{ memberId, trainingSessionId }}
          className={linkOfCard}
        >
          {title}
        </Link>
      }
      action={<DeleteTrainedMenu session={session} />}
    >
      <Row as="p" gap={4} align="center" size={14} leading="snug">
        <IconClock size={16} stroke={1.75} aria-hidden />
        {describeMinutes(session)}・{setCount}セット
      </Row>
      <Note leading="loose">{workoutTypeIds.map(nameWorkoutType).join('、')}</Note>
      {tags.length === 0 ? null : (
        <Note leading="loose">{tags.map((tag) => `#${tag}`).join(' ')}</Note>
      )}
      <Text size={12} quiet>
        {formatGymDate(gymDateOf(updatedAt))} 更新
      </Text>
    </LinkCard>
  );
}

function DeleteTrainedMenu({ session }: { readonly session: TrainingSessionSummary }) {
  const { memberId, nickname } = useMember();
  const { trainingSessionId, title } = session;
  const queryClient = useQueryClient();
  const [isConfirmOpen, setIsConfirmOpen] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationKey: ['trained-session', 'delete'],
    meta: { errorShownByForm: true },
    mutationFn: () => removeTrainedMenu(queryClient, memberId, trainingSessionId),
    onSuccess: () => {
      notifyDone('メニューを削除しました', `「${title}」を削除しました。`);
    },
    onError: (error) => {
      setIsConfirmOpen(false);
      notifyRejection('削除できませんでした', error);
    },
  });
  return (
    <>
      <PlainButton
        aria-label={`「${title}」を削除する`}
        onClick={() => {
          setIsConfirmOpen(true);
        }}
      >
        <IconTrash size={20} stroke={1.75} aria-hidden />
      </PlainButton>
      {isConfirmOpen ? (
        <DeleteDialog
          title="このメニューを削除しますか"
          busy={isPending}
          onConfirm={() => {
            if (!isPending) mutate();
          }}
          onDismiss={() => {
            setIsConfirmOpen(false);
          }}
        >
          <p>「{title}」を削除します。元に戻すことはできません。</p>
          <p>{addHonorific(nickname)}の画面からも消えます。トレーニングの記録は残ります。</p>
        </DeleteDialog>
      ) : null}
    </>
  );
}
