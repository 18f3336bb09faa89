import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { describeWhen, VisitBests, VisitNumbers } from '#entities/workouts/visit-card.tsx';
import { lastVisitQuery } from '#entities/workouts/visits.queries.ts';
import { isMissing, LoadAgain, Skeleton } from '#ui/feedback/loading.tsx';
import { look, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { cardLink } from '#ui/lists/cards.tsx';
import { WeightStack } from '#ui/weight-stack.tsx';
import { findPinned } from '#entities/workouts/pinned-workout.ts';

/** Shows what the member has done today. The whole card links to the visit. */
export function TodaysResult() {
  const query = useQuery(lastVisitQuery);
  const { data: visit } = query;
  if (isMissing(query)) return <LoadAgain what="今日のトレーニング" query={query} />;
  // It is as high as the card of a visit without a personal best.
  if (!visit) return <Skeleton height={176} />;
  return (
    <Link
      to="/visits/$date"
      params={{ date: visit.date }}
      className={`${cardLink} ${look('stack', 'gap-12')}`}
    >
      <Row gap={16} align="center">
        <WeightStack
          small
          groups={visit.workouts.map(({ setCount }) => setCount)}
          pinnedGroup={findPinned(visit)}
        />
        <Stack grow>
          <Text as="h2" size={20} leading="tight">
            おつかれさまでした
          </Text>
          <Note leading="snug">今日 {describeWhen(visit)}</Note>
        </Stack>
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </Row>
      <VisitNumbers visit={visit} />
      <VisitBests bests={visit.personalBests} short />
    </Link>
  );
}
