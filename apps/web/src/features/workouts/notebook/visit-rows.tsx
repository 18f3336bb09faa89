import type { VisitTotals } from '@tanren/contract/workouts/visits';
import { hasMaxBest } from '@tanren/domain/workouts/visit-months';
import { Link } from '@tanstack/react-router';
import { AlignedKg } from '#entities/workouts/aligned-kg.tsx';
import { PersonalBestSign } from '#entities/workouts/personal-best.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { formatGymDate } from '#lib/dates.ts';
import { LegendMark } from '#ui/charts/amount.tsx';
import { List, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { Section } from '#features/workouts/section.tsx';
import { DayStack } from './day-stack.tsx';
import classes from './visit-rows.module.css';

/** Lists the visits of a month in one compact row each. */
export function VisitRows({ visits }: { readonly visits: readonly VisitTotals[] }) {
  if (visits.length === 0) return <Note>この月のトレーニングはありません。</Note>;
  const severalGyms = new Set(visits.map(({ gymId }) => gymId)).size > 1;
  return (
    <Section
      heading="この月のトレーニング"
      end={
        <Note as="span" size={12}>
          <LegendMark color="green" />
          総発揮力(kg)
        </Note>
      }
    >
      <List card divided clips>
        {visits.map((visit) => (
          <li key={`${visit.date} ${visit.gymId}`}>
            <VisitRow visit={visit} showsGym={severalGyms} />
          </li>
        ))}
      </List>
    </Section>
  );
}

interface VisitRowProps {
  readonly visit: VisitTotals;
  readonly showsGym: boolean;
}

function VisitRow({ visit, showsGym }: VisitRowProps) {
  const { date, workoutTypeIds, setCount, minutes, gymName, personalBests } = visit;
  const facts = `${workoutTypeIds.length}種目・${setCount}セット・${minutes}分`;
  const best = personalBests.filter(({ kinds }) => kinds.includes('max'));
  return (
    <Link to="/visits/$date" params={{ date }} className={classes.row}>
      <DayStack sets={setCount} capped={hasMaxBest(visit)} />
      <Stack as="span" shrinks>
        <Text as="time" weight={700} leading="snug" dateTime={date}>
          {formatGymDate(date)}
        </Text>
        <Note as="span" leading="snug">
          {facts}
          {showsGym && gymName !== null ? `・${gymName}` : null}
        </Note>
        {best.length === 0 ? null : (
          <Row as="span" gap={4} align="start" size={12} leading="snug">
            <PersonalBestSign size={16} />
            <span>
              <span className="visually-hidden">最大重量を更新：</span>
              {best.map(({ workoutTypeId }) => nameWorkoutType(workoutTypeId)).join('、')}
            </span>
          </Row>
        )}
      </Stack>
      <Text as="span" weight={700}>
        <span className="visually-hidden">総発揮力 </span>
        <AlignedKg kg={visit.tfo} />
        <span className="visually-hidden">kg</span>
      </Text>
    </Link>
  );
}
