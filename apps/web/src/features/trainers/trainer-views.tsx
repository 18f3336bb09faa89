import { addHonorific } from '@tanren/domain/members/honorifics';
import type { TrainerView } from '@tanren/contract/trainers/trainer-connection-code';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useId } from 'react';
import { scopeNames } from '#entities/members/trainer-link.ts';
import { formatGymClock, formatGymDate, gymDateOf } from '#lib/dates.ts';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { List, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { EndlessList } from '#ui/lists/paged-list.tsx';
import classes from './my-trainer.module.css';
import { trainerViewsQuery } from './trainer-link.queries.ts';

/** Height of a row, in px. */
const rowHeight = 56;

interface TrainerViewsProps {
  /**
   * Whether to show nothing for an empty list, because there is no trainer who could view anything.
   */
  readonly quiet: boolean;
  /** Trainer who is named at the top of the page. `null` when there is none. */
  readonly trainer: string | null;
}

/** Lists what the trainer viewed and when. */
export function TrainerViews({ quiet, trainer }: TrainerViewsProps) {
  const id = useId();
  const query = useInfiniteQuery(trainerViewsQuery);
  const { data, isError, fetchNextPage, refetch, hasNextPage, isFetching, isFetchingNextPage } =
    query;
  const loadMore = useCallback(
    () => void (data === undefined ? refetch() : fetchNextPage()),
    [data, refetch, fetchNextPage],
  );
  const days = groupViews(data?.pages.flatMap(({ items }) => items) ?? []);
  if (quiet && data && days.length === 0) return null;
  return (
    <Stack as="section" gap={12} aria-labelledby={id}>
      <div>
        <Text id={id} as="h2" size={16} leading="snug">
          閲覧の記録
        </Text>
        <Note>
          {data && days.length === 0
            ? 'トレーナーによる閲覧は、まだありません。'
            : 'トレーナーがあなたの情報を見た日時です。1年間残ります。'}
        </Note>
      </div>
      <EndlessList
        hasMore={hasNextPage || data === undefined}
        busy={data === undefined ? isFetching : isFetchingNextPage}
        failed={isError}
        loadMore={loadMore}
        skeleton={<Skeleton height={rowHeight} />}
      >
        {days.map(({ day, views }) => (
          <section key={day} aria-label={formatGymDate(day)}>
            <Note as="h3" weight={500} className={classes.day}>
              <time dateTime={day}>{formatGymDate(day)}</time>
            </Note>
            <List divided card padding="0 16">
              {views.map((view) => (
                <Row key={view.id} as="li" gap={16} align="center" tall={56} padding="8 0">
                  <Text dateTime={view.seenAt} as="time" quiet fixed className={classes.clock}>
                    {formatGymClock(view.seenAt)}
                  </Text>
                  <Stack as="span" leading="snug" shrinks>
                    {scopeNames[view.seen]}
                    {trainer !== null && view.nickname === trainer ? null : (
                      <Note as="span">{nameTrainer(view.nickname)}</Note>
                    )}
                  </Stack>
                </Row>
              ))}
            </List>
          </section>
        ))}
      </EndlessList>
    </Stack>
  );
}

function nameTrainer(nickname: string | null): string {
  return nickname === null ? 'アカウントを削除したトレーナー' : addHonorific(nickname);
}

interface ViewDay {
  readonly day: string;
  readonly views: TrainerView[];
}

/**
 * Groups the views by day, newest first. New views shift the pages, so a view that occurs twice is
 * listed once.
 */
export function groupViews(views: readonly TrainerView[]): ViewDay[] {
  const days: ViewDay[] = [];
  const known = new Set<number>();
  for (const view of views) {
    if (known.has(view.id)) continue;
    known.add(view.id);
    const day = gymDateOf(view.seenAt);
    const last = days.at(-1);
    if (last?.day === day) last.views.push(view);
    else days.push({ day, views: [view] });
  }
  return days;
}
