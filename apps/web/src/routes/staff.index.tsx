import { IconBuildingStore, IconUserPlus } from '@tabler/icons-react';
import type { BoardVisit } from '@tanren/contract/booking/staff-board';
import { isGymDay } from '@tanren/domain/gyms/gym-time';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Floor } from '#entities/machines/lazy-floor.tsx';
import { gymsQuery } from '#entities/gyms/gyms.queries.ts';
import { readWorkGymSearch, type WorkGymSearch } from '#entities/gyms/work-gym-search.ts';
import { chooseWorkGym } from '#entities/gyms/work-gym.tsx';
import { BoardBar, BoardTotals } from '#features/booking/staff/board-head.tsx';
import { BoardSheet } from '#features/booking/staff/board-sheet.tsx';
import { BoardSlots } from '#features/booking/staff/board-slots.tsx';
import { DoorAlerts } from '#features/booking/staff/door-alerts.tsx';
import { HealthDialog } from '#features/booking/staff/health-dialog.tsx';
import type { CheckedPerson } from '#features/booking/staff/health-mark.tsx';
import { NoteDialog } from '#features/booking/staff/note-dialog.tsx';
import { UnreservedMembers } from '#features/booking/staff/unreserved-members.tsx';
import {
  boardQuery,
  useBoard,
  useEntry,
  useNote,
  useWalkIn,
} from '#features/booking/staff/use-board.ts';
import { WalkInDialog, type WalkInPerson } from '#features/booking/staff/walk-in-dialog.tsx';
import { formatGymDate } from '#lib/dates.ts';
import { usePageBusy } from '#lib/page-state.tsx';
import { onlySearch } from '#lib/route-params.ts';
import { toServerTime, useNow } from '#lib/server-time.ts';
import { primaryButtonLink, smallButton } from '#ui/buttons.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Dimming } from '#ui/lists/paged-list.tsx';
import { Page } from '#ui/page.tsx';

interface BoardSearch extends WorkGymSearch {
  /** Gym day to show. When absent, the current gym day. */
  readonly date?: string;
}

const validateSearch = onlySearch((search): BoardSearch => {
  const { date } = search;
  const isDay = typeof date === 'string' && isGymDay(date);
  return { ...readWorkGymSearch(search), ...(isDay ? { date } : {}) };
});

export const Route = createFileRoute('/staff/')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '本日の受付',
    parent: null,
    group: 'staff',
  },
  validateSearch,
  // Each view of a day is logged, so hovering over the link must not request it.
  preload: false,
  loaderDeps: ({ search: { gym, date } }) => ({ gym, date }),
  loader: async ({ context: { queryClient }, deps: { gym, date } }) => {
    const gymId = await chooseWorkGym(queryClient, gym === undefined ? {} : { gym });
    if (gymId !== null) await queryClient.query(boardQuery(gymId, date));
    return { gymId };
  },
  component: BoardPage,
});

function BoardPage() {
  const { gymId } = Route.useLoaderData();
  const { date } = Route.useSearch();
  return gymId === null ? <NoGym /> : <GymBoard key={gymId} gymId={gymId} date={date} />;
}

/** Interval in milliseconds in which the clock is read. Slots begin and end on full minutes. */
const clockMs = 10_000;

interface GymBoardProps {
  readonly gymId: number;
  readonly date: string | undefined;
}

function GymBoard({ gymId, date }: GymBoardProps) {
  const { data: gyms } = useSuspenseQuery(gymsQuery);
  const { data: board, dataUpdatedAt, isRefetchError, isLive } = useBoard(gymId, date);
  const query = boardQuery(gymId, date);
  const setEntered = useEntry(query);
  const saveNote = useNote(query);
  const admit = useWalkIn(query, gymId);
  const [walkIn, setWalkIn] = useState<{ readonly person: WalkInPerson | null } | null>(null);
  const [checked, setChecked] = useState<CheckedPerson | null>(null);
  const [noted, setNoted] = useState<BoardVisit | null>(null);
  const now = useNow(clockMs);
  const busy = usePageBusy();
  const isToday = useIsToday(gymId, date, board.date);
  return (
    <Page
      title={isToday ? '本日の受付' : `${formatGymDate(board.date)}の受付`}
      action={
        isToday ? (
          <button
            type="button"
            className={smallButton}
            onClick={() => {
              setWalkIn({ person: null });
            }}
          >
            <IconUserPlus size={20} stroke={1.75} aria-hidden />
            予約なしの受付
          </button>
        ) : undefined
      }
    >
      <BoardBar board={board} gyms={gyms} isToday={isToday} />
      <BoardTotals
        board={board}
        now={now}
        readAt={toServerTime(dataUpdatedAt)}
        isLive={isLive}
        isOld={isRefetchError}
      />
      {isToday ? (
        <Disclosure label="フロアを見る">
          <Floor gymId={gymId} size="small" />
        </Disclosure>
      ) : null}
      <DoorAlerts board={board} />
      <UnreservedMembers
        members={board.unreserved}
        onAdmit={(person) => {
          setWalkIn({ person });
        }}
        showHealth={setChecked}
      />
      <Dimming busy={busy}>
        <BoardSlots
          board={board}
          now={now}
          setEntered={setEntered}
          editNote={setNoted}
          showHealth={setChecked}
        />
      </Dimming>
      {noted === null ? null : (
        <NoteDialog
          visit={noted}
          save={(note) => saveNote(noted.reservationId, note)}
          onDismiss={() => {
            setNoted(null);
          }}
        />
      )}
      {checked === null ? null : (
        <HealthDialog
          gymId={gymId}
          person={checked}
          onDismiss={() => {
            setChecked(null);
          }}
        />
      )}
      {walkIn === null ? null : (
        <WalkInDialog
          person={walkIn.person}
          admit={admit}
          onDismiss={() => {
            setWalkIn(null);
          }}
        />
      )}
      <BoardSheet board={board} />
    </Page>
  );
}

/**
 * Returns whether the current gym day is shown. After midnight it may be yesterday, which only the
 * server knows.
 */
function useIsToday(gymId: number, asked: string | undefined, shown: string): boolean {
  const known = useQueryClient().getQueryData(boardQuery(gymId, undefined).queryKey);
  return asked === undefined || known?.date === shown;
}

function NoGym() {
  return (
    <Page title="本日の受付">
      <EmptyState
        Icon={IconBuildingStore}
        text="店舗がまだ登録されていません。"
        action={
          <Link to="/staff/gyms/new" className={primaryButtonLink} data-variant="default">
            店舗を追加する
          </Link>
        }
      />
    </Page>
  );
}
