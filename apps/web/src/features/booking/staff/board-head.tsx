import { IconChevronLeft, IconChevronRight, IconDownload, IconPrinter } from '@tabler/icons-react';
import type { GymSummary } from '@tanren/contract/gyms/gyms';
import type { Board } from '@tanren/contract/booking/staff-board';
import { addDays } from '@tanren/domain/gyms/gym-time';
import { Link, useNavigate } from '@tanstack/react-router';
import { WorkGymSelect } from '#entities/gyms/work-gym.tsx';
import { saveFile } from '#lib/api.ts';
import { formatGymClock, formatGymDate } from '#lib/dates.ts';
import { PlainButton, plainLink } from '#ui/buttons.tsx';
import { Amount } from '#ui/charts/amount.tsx';
import { look, Note, Row, Stack } from '#ui/layout.tsx';
import { nameBoardFile, writeBoardCsv } from './board-csv.ts';
import classes from './board-head.module.css';
import { type BoardCounts, countBoard } from './board-state.ts';

interface BoardBarProps {
  readonly board: Board;
  readonly gyms: readonly GymSummary[];
  readonly isToday: boolean;
}

/**
 * Shows the gym and the date of the board, with buttons to change them, to print and to download.
 */
export function BoardBar({ board, gyms, isToday }: BoardBarProps) {
  const navigate = useNavigate();
  const { gymId, date } = board;
  return (
    <Row gap={16} rowGap={8} align="center" wrap className={classes.bar}>
      <div className={classes.gym}>
        <WorkGymSelect
          gyms={gyms}
          gymId={gymId}
          onChoose={(gym) =>
            void navigate({
              to: '/staff',
              search: isToday ? { gym } : { gym, date },
              replace: true,
            })
          }
        />
      </div>
      <Row as="nav" align="center" aria-label="日付">
        <DayLink board={board} by={-1} />
        <span className={classes.day}>{formatGymDate(date)}</span>
        <DayLink board={board} by={1} />
        {isToday ? null : (
          <Link
            to="/staff"
            search={{ gym: gymId }}
            className={`${plainLink} ${look('size-14', 'weight-400')} ${classes.today}`}
            replace
          >
            本日へ
          </Link>
        )}
      </Row>
      <Row end className={classes.tools}>
        <PlainButton
          onClick={() => {
            window.print();
          }}
        >
          <IconPrinter size={20} stroke={1.75} aria-hidden />
          <span className={classes.toolName}>印刷</span>
        </PlainButton>
        <PlainButton
          onClick={() => {
            const type = 'text/csv;charset=utf-8';
            saveFile(new Blob([writeBoardCsv(board)], { type }), nameBoardFile(board));
          }}
        >
          <IconDownload size={20} stroke={1.75} aria-hidden />
          <span className={classes.toolName}>CSV</span>
        </PlainButton>
      </Row>
    </Row>
  );
}

interface DayLinkProps {
  readonly board: Board;
  readonly by: 1 | -1;
}

function DayLink({ board: { gymId, date }, by }: DayLinkProps) {
  const Icon = by === 1 ? IconChevronRight : IconChevronLeft;
  return (
    <Link
      to="/staff"
      search={{ gym: gymId, date: addDays(date, by) }}
      className={`${plainLink} ${classes.arrow}`}
      aria-label={by === 1 ? '次の日' : '前の日'}
      // Preloading is off because the server logs each day that staff view.
      preload={false}
      replace
    >
      <Icon size={24} stroke={1.75} aria-hidden />
    </Link>
  );
}

interface BoardTotalsProps {
  readonly board: Board;
  readonly now: number;
  /** Time of the last successful read in milliseconds, by this device's clock. */
  readonly readAt: number;
  readonly isLive: boolean;
  /** Whether the last read failed, so the board is out of date. */
  readonly isOld: boolean;
}

const totals = [
  { name: 'inside', label: '館内' },
  { name: 'expected', label: 'これから' },
  { name: 'noShows', label: '来館なし' },
] as const satisfies readonly { name: keyof BoardCounts; label: string }[];

/** Shows how many members are inside, expected and absent, and the time of these numbers. */
export function BoardTotals({ board, now, readAt, isLive, isOld }: BoardTotalsProps) {
  const counts = countBoard(board, now);
  const clock = formatGymClock(new Date(readAt).toISOString());
  return (
    <Row gap={24} rowGap={4} align="center" justify="between" wrap card padding="12 16">
      <Stack as="dl" gap={8} className={classes.counts}>
        {totals.map(({ name, label }) => (
          <div key={name}>
            <Note as="dt" leading="tight">
              {label}
            </Note>
            <dd>
              <Amount value={String(counts[name])} unit="人" size={28} />
            </dd>
          </div>
        ))}
      </Stack>
      <Note weight={isOld ? 700 : undefined} bright={isOld}>
        {isOld
          ? `最新の状況を読み込めていません。${clock}の内容です。`
          : `${clock}現在・${isLive ? '自動更新' : '30秒ごとに更新'}`}
      </Note>
    </Row>
  );
}
