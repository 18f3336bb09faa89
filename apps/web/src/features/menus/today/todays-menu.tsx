import { IconArrowsExchange } from '@tabler/icons-react';
import type { TodaysItem, TodaysMenu, TodaysMenus } from '@tanren/contract/menus/todays-menu';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { Floor } from '#entities/machines/lazy-floor.tsx';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { useOffline } from '#lib/offline/network.ts';
import { toServerTime, useNow } from '#lib/server-time.ts';
import { PlainButton, PrimaryButton, primaryButtonLink } from '#ui/buttons.tsx';
import { isMissing, LoadAgain, Skeleton } from '#ui/feedback/loading.tsx';
import { Box, Note, Row, Stack } from '#ui/layout.tsx';
import { useRoute } from '#features/menus/run/next-machines.queries.ts';
import { MenuHead } from './todays-head.tsx';
import { Alternatives, Machines } from './todays-lists.tsx';
import { todaysMenuQuery, useStartMenu } from './todays-menu.queries.ts';
import classes from './todays-menu.module.css';
import { isFreeChoice } from './todays-words.ts';

const runningAgainMs = 15_000;
/** Refetch interval in milliseconds. Free machines may be in use a minute later. */
const freeAgainMs = 60_000;

/** Shows today's menu on the home page: the reason, the machines and the start button. */
export function TodaysMenuSection() {
  const query = useQuery({
    ...todaysMenuQuery,
    refetchInterval: ({ state: { data } }) =>
      data?.menu?.reason.kind === 'running' ? runningAgainMs : freeAgainMs,
  });
  const { data, isError, dataUpdatedAt } = query;
  const age = useNow(freeAgainMs) - toServerTime(dataUpdatedAt);
  // Machines that were free in the last answer, or in one that this device stored, may now be in
  // use.
  const isCurrent = !useOffline() && !isError && age < 2 * freeAgainMs;
  if (isMissing(query)) {
    return (
      <Frame>
        <LoadAgain what="今日のメニュー" query={query} />
      </Frame>
    );
  }
  if (data === undefined) return <WaitingMenu />;
  if (data.menu === null) return <NoMenu />;
  return <OfferedMenus {...data} menu={data.menu} isCurrent={isCurrent} />;
}

interface FrameProps {
  readonly children: ReactNode;
  /** Whether the page opens with this menu, so that its picture can be shown. */
  readonly isPicture?: boolean;
}

function Frame({ children, isPicture = false }: FrameProps) {
  return (
    <Stack
      as="section"
      gap={16}
      top
      aria-label="今日やること"
      data-picture={isPicture ? 'menu' : undefined}
    >
      {children}
    </Stack>
  );
}

/** Shows a placeholder as high as most menus. */
function WaitingMenu() {
  return (
    <Frame>
      <Box card className={classes.waitingHead} />
      <Skeleton height={52} />
      <Stack gap={4} className={classes.waitingRows}>
        {['a', 'b', 'c', 'd', 'e'].map((row) => (
          <Skeleton key={row} height={88} />
        ))}
      </Stack>
    </Frame>
  );
}

/**
 * Links to the menu search. It appears only if staff have hidden the beginners' menu and there is
 * no other.
 */
function NoMenu() {
  return (
    <Frame>
      <Stack gap={16} justify="center">
        <MachineDrawing workoutTypeId={11} size={144} ground="page" />
        <p>今日のメニューを選びましょう。</p>
        <Link to="/search-training-sessions" className={primaryButtonLink} data-variant="filled">
          メニューを探す
        </Link>
      </Stack>
    </Frame>
  );
}

interface OfferedMenusProps extends TodaysMenus {
  readonly menu: TodaysMenu;
  /** Whether the machines can be shown as free or in use. */
  readonly isCurrent: boolean;
}

function OfferedMenus({ menu, alternatives, gym, trainedToday, isCurrent }: OfferedMenusProps) {
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const all = [menu, ...alternatives];
  // The chosen menu may no longer exist.
  const shown =
    all.find((each) => chosenId !== null && each.trainingSessionId === chosenId) ?? menu;
  const route = useRoute(shown.items.map(toRouteStep), shown.reason.kind === 'running');
  const choose = (trainingSessionId: number | null) => {
    setChosenId(trainingSessionId);
    setIsChoosing(false);
    title.current?.focus();
  };
  const isPicture = shown === menu && !isChoosing && menu.reason.kind !== 'running';
  return (
    <Frame isPicture={isPicture}>
      <MenuHead menu={shown} trainedToday={trainedToday} isCurrent={isCurrent} titleRef={title} />
      <StartButton
        menu={shown}
        running={menu.reason.kind === 'running' ? menu : null}
        isMore={trainedToday && isFreeChoice(shown)}
        onGone={() => {
          setChosenId(null);
        }}
      />
      <Row
        gap={12}
        rowGap={0}
        align="center"
        justify="between"
        wrap
        tall={44}
        className={classes.bar}
      >
        <Note data-picture="blank">
          {gym === null || !isCurrent
            ? ''
            : gym.open
              ? `マシンの空き（${gym.name}）`
              : `${gym.name}は営業時間外`}
        </Note>
        {alternatives.length === 0 ? null : (
          <PlainButton
            aria-expanded={isChoosing}
            onClick={() => {
              setIsChoosing(!isChoosing);
            }}
          >
            <IconArrowsExchange size={20} stroke={1.75} aria-hidden />
            {isChoosing ? 'マシンを見る' : 'ほかのメニュー'}
          </PlainButton>
        )}
      </Row>
      {isChoosing ? (
        <Alternatives menus={all.filter((each) => each !== shown)} choose={choose} />
      ) : (
        <>
          {gym === null ? null : <Floor gymId={gym.gymId} route={route} />}
          <Machines items={shown.items} isCurrent={isCurrent} />
        </>
      )}
    </Frame>
  );
}

function toRouteStep({ workoutTypeId, loadKg, doneSets, sets }: TodaysItem) {
  return { workoutTypeId, loadKg, isDone: doneSets >= sets };
}

interface StartButtonProps {
  readonly menu: TodaysMenu;
  /** The current run, as far as this page knows. `null` when there is none. */
  readonly running: TodaysMenu | null;
  /** Whether the member has already trained today. The button is then not the next step. */
  readonly isMore: boolean;
  readonly onGone: () => void;
}

function StartButton({ menu, running, isMore, onGone }: StartButtonProps) {
  const { start, isStarting } = useStartMenu(onGone);
  const { trainingSessionId } = menu;
  if (menu === running || trainingSessionId === null) {
    return (
      <Link to="/tanren-link" className={primaryButtonLink} data-variant="filled">
        続ける
      </Link>
    );
  }
  return (
    <Stack gap={8}>
      <PrimaryButton
        variant={isMore ? 'default' : 'filled'}
        aria-busy={isStarting}
        onClick={() => {
          if (!isStarting) void start({ trainingSessionId, replaces: running !== null });
        }}
      >
        {isStarting ? '始めています…' : '始める'}
      </PrimaryButton>
      {running === null ? null : <Note>「{running.title}」は終了します。記録は残ります。</Note>}
    </Stack>
  );
}
