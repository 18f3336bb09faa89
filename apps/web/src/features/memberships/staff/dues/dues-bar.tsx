import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import type { GymSummary } from '@tanren/contract/gyms/gyms';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { addMonths } from '@tanren/domain/memberships/dues';
import { monthOf } from '@tanren/domain/memberships/memberships';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { WorkGymSelect } from '#entities/gyms/work-gym.tsx';
import { serverNow } from '#lib/server-time.ts';
import { PlainButton, plainLink } from '#ui/buttons.tsx';
import { look, Row } from '#ui/layout.tsx';
import { formatYearMonth } from './dues-words.ts';
import classes from './dues.module.css';
import { type DuesMonthOfGym, saveDuesCsv } from './staff-dues.queries.ts';

interface DuesBarProps extends DuesMonthOfGym {
  readonly gyms: readonly GymSummary[];
  readonly gymName: string;
}

/** Shows the gym and the month, with links to change them and a button to download the list. */
export function DuesBar({ gyms, gymId, gymName, month }: DuesBarProps) {
  const navigate = useNavigate();
  const current = monthOf(toGymDay(new Date(serverNow())));
  const { mutate, isPending } = useMutation({
    mutationFn: () => saveDuesCsv({ gymId, month }, gymName),
  });
  return (
    <Row gap={16} rowGap={8} align="center" wrap>
      <div className={classes.gym}>
        <WorkGymSelect
          gyms={gyms}
          gymId={gymId}
          onChoose={(gym) =>
            void navigate({ to: '/staff/dues', search: { gym, month }, replace: true })
          }
        />
      </div>
      <Row as="nav" align="center" aria-label="月">
        <MonthLink gymId={gymId} month={month} by={-1} />
        <span className={classes.month}>{formatYearMonth(month)}</span>
        <MonthLink gymId={gymId} month={month} by={1} />
        {month === current ? null : (
          <Link
            to="/staff/dues"
            search={{ gym: gymId }}
            className={`${plainLink} ${look('size-14', 'weight-400')}`}
            preload={false}
            replace
          >
            今月へ
          </Link>
        )}
      </Row>
      <Row end>
        <PlainButton
          aria-disabled={isPending}
          onClick={() => {
            if (!isPending) mutate();
          }}
        >
          <IconDownload size={20} stroke={1.75} aria-hidden />
          {isPending ? '書き出しています…' : 'CSVで書き出す'}
        </PlainButton>
      </Row>
    </Row>
  );
}

interface MonthLinkProps extends DuesMonthOfGym {
  readonly by: 1 | -1;
}

function MonthLink({ gymId, month, by }: MonthLinkProps) {
  const Icon = by === 1 ? IconChevronRight : IconChevronLeft;
  return (
    <Link
      to="/staff/dues"
      search={{ gym: gymId, month: addMonths(month, by) }}
      className={`${plainLink} ${classes.arrow}`}
      aria-label={by === 1 ? '次の月' : '前の月'}
      // Preloading is off because the server logs each month that staff view.
      preload={false}
      replace
    >
      <Icon size={24} stroke={1.75} aria-hidden />
    </Link>
  );
}
