import {
  IconCalendarCheck,
  IconCalendarPlus,
  IconChevronRight,
  IconCircleCheckFilled,
} from '@tabler/icons-react';
import type { Visit } from '@tanren/contract/workouts/visits';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useState } from 'react';
import { nextReservationQuery } from '#entities/booking/reservations.queries.ts';
import { summarizeNextLoad } from '#entities/workouts/next-load-text.ts';
import { describeWhen, VisitBests } from '#entities/workouts/visit-card.tsx';
import { nameWorkoutType, workoutLoadsQuery } from '#entities/workouts/workouts.queries.ts';
import { formatGymDate, formatSlotTime } from '#lib/dates.ts';
import { formatKg } from '#lib/number-format.ts';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { Amount, Labelled } from '#ui/charts/amount.tsx';
import { reducedMotion, useMediaQuery, vibrate } from '#ui/device.ts';
import { List, look, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { SectionHeading } from '#ui/page.tsx';
import { menuRow, MenuRowContent, MenuSection } from '#ui/lists/menu-section.tsx';
import { plateMs, WeightStack } from '#ui/weight-stack.tsx';
import classes from './finished-visit.module.css';
import { listChanges, listWorkoutQueries, unchanged } from './visit-changes.ts';
import { ShareVisit } from './visit-detail.tsx';
import { findPinned } from '#entities/workouts/pinned-workout.ts';

interface FinishedVisitProps {
  readonly visit: Visit;
  /** Nickname of the member, for the picture to share. */
  readonly nickname: string;
  /** Result of the menu that the member has just ended. `null` without a menu. */
  readonly menu: MenuResult | null;
}

interface MenuResult {
  readonly title: string;
  readonly doneSets: number;
  readonly allSets: number;
}

/** Celebrates a visit that has just ended: its plates, its sums, and what comes next. */
export function FinishedVisit({ visit, nickname, menu }: FinishedVisitProps) {
  useVibration(visit.setCount);
  return (
    <Stack gap={24} className={classes.page}>
      <Stack gap={24} top>
        <Stack as="header" gap={4} centered>
          <Text as="h1" size={28} leading="tight">
            おつかれさまでした
          </Text>
          <Note>
            {formatGymDate(visit.date)} {describeWhen(visit)}
          </Note>
        </Stack>
        <WeightStack
          groups={visit.workouts.map((workout) => workout.setCount)}
          pinnedGroup={findPinned(visit)}
        />
        {menu === null ? null : <MenuDone menu={menu} />}
        <Sums visit={visit} />
      </Stack>
      <Stack gap={24} top>
        <Changes visit={visit} />
        <NextLoads visit={visit} />
        <MenuSection heading="次のトレーニング">
          <NextReservation />
        </MenuSection>
        <ShareVisit visit={visit} nickname={nickname} />
        <Link to="/visits/$date" params={{ date: visit.date }} className={classes.record}>
          今日の記録を見る
          <IconChevronRight size={20} stroke={1.75} aria-hidden />
        </Link>
      </Stack>
      <div className={classes.way}>
        <Link to="/" className={primaryButtonLink} data-variant="filled">
          ホームへ
        </Link>
      </div>
    </Stack>
  );
}

/** Shows how much of the menu was done. */
function MenuDone({ menu: { title, doneSets, allSets } }: { readonly menu: MenuResult }) {
  return (
    <Stack as="section" centered aria-label="メニューの結果">
      <Text size={20} weight={700} leading="tight" phrased>
        {title}
      </Text>
      <Row as="p" gap={8} align="center" justify="center">
        {doneSets >= allSets ? (
          <IconCircleCheckFilled size={20} aria-hidden className={look('good')} />
        ) : null}
        {doneSets >= allSets ? 'メニュー完了' : 'メニュー終了'} {doneSets}/{allSets}セット
      </Row>
    </Stack>
  );
}

/** Shows the sums of the visit, of which the largest counts up with the plates. */
function Sums({ visit }: { readonly visit: Visit }) {
  const { tfo, setCount, minutes, workoutTypeIds, personalBests } = visit;
  const shown = useCountUp(tfo, setCount * plateMs);
  return (
    <Stack as="section" gap={12} justify="center" centered aria-label="今日の合計">
      <SectionHeading>今日の合計</SectionHeading>
      <Labelled label="総発揮力" color="green">
        <Amount value={formatKg(shown)} unit="kg" size={44} />
      </Labelled>
      <Row as="p" gap={24} rowGap={0} justify="center" wrap>
        <Amount value={String(workoutTypeIds.length)} unit="種目" size={28} />
        <Amount value={String(setCount)} unit="セット" size={28} />
        <Amount value={String(minutes)} unit="分" size={28} />
      </Row>
      <VisitBests bests={personalBests} celebrates />
    </Stack>
  );
}

/** Returns a number that grows to the total while the plates drop in. */
function useCountUp(total: number, ms: number): number {
  const isStill = useMediaQuery(reducedMotion);
  const [share, setShare] = useState(0);
  // The plates start to drop with the first paint, so the number must not start later.
  useLayoutEffect(() => {
    const startedAt = performance.now();
    let frame = requestAnimationFrame(function grow(now) {
      // A frame may have begun before the page was ready.
      const reached = Math.min(1, Math.max(0, (now - startedAt) / ms));
      setShare(reached);
      if (reached < 1) frame = requestAnimationFrame(grow);
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [ms]);
  return isStill || share >= 1 ? total : Math.floor(total * share);
}

const tapMs = 15;

/** Lets the device feel each plate. */
function useVibration(plates: number): void {
  const isStill = useMediaQuery(reducedMotion);
  useEffect(() => {
    if (!isStill) vibrate(Array.from({ length: plates }, () => [tapMs, plateMs - tapMs]).flat());
  }, [isStill, plates]);
}

/** Shows what changed on each machine since last time. A machine used for the first time has no row. */
function Changes({ visit }: { readonly visit: Visit }) {
  const workouts = useQueries({ queries: listWorkoutQueries(visit) });
  const changes = listChanges(
    visit,
    workouts.flatMap(({ data }) => data ?? []),
  );
  if (changes.length === 0) return null;
  return (
    <Stack as="section" gap={8} aria-label="前回と比べて">
      <SectionHeading>前回と比べて</SectionHeading>
      <List divided card>
        {changes.map(({ workoutTypeId, words }) => (
          <Row as="li" key={workoutTypeId} gap={12} align="center" justify="between" padding="8 16">
            <span>{nameWorkoutType(workoutTypeId)}</span>
            <Text
              as="span"
              weight={words === unchanged ? 400 : 700}
              quiet={words === unchanged}
              nowrap
            >
              {words}
            </Text>
          </Row>
        ))}
      </List>
    </Stack>
  );
}

/** Shows the next load of each machine. It shows nothing before the loads are known. */
function NextLoads({ visit: { workoutTypeIds } }: { readonly visit: Visit }) {
  const { data: loads = [] } = useQuery(workoutLoadsQuery);
  const shown = workoutTypeIds.flatMap((id) =>
    loads.filter(({ workoutTypeId }) => workoutTypeId === id),
  );
  if (shown.length === 0) return null;
  return (
    <Stack as="section" gap={8} aria-label="次回の重量">
      <SectionHeading>次回の重量</SectionHeading>
      <List divided card>
        {shown.map((load) => (
          <Row
            as="li"
            key={load.workoutTypeId}
            gap={12}
            align="center"
            justify="between"
            padding="12 16"
          >
            <span>
              <Text as="span" block weight={700}>
                {nameWorkoutType(load.workoutTypeId)}
              </Text>
              <Note as="span">{summarizeNextLoad(load)}</Note>
            </span>
            <Amount value={formatKg(load.nextLoad)} unit="kg" />
          </Row>
        ))}
      </List>
    </Stack>
  );
}

function NextReservation() {
  const { data: next } = useQuery(nextReservationQuery);
  return (
    <li>
      {next ? (
        <Link
          to="/reservations/$reservationId"
          params={{ reservationId: next.id }}
          className={menuRow}
        >
          <MenuRowContent
            Icon={IconCalendarCheck}
            label={`${formatGymDate(next.date)} ${formatSlotTime(next, next.date)}`}
            end={<IconChevronRight size={20} stroke={1.75} aria-hidden />}
          />
        </Link>
      ) : (
        <Link to="/reservations" className={menuRow}>
          <MenuRowContent
            Icon={IconCalendarPlus}
            label="次の予約をとる"
            end={<IconChevronRight size={20} stroke={1.75} aria-hidden />}
          />
        </Link>
      )}
    </li>
  );
}
