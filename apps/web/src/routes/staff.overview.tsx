import { listStaffAnnouncements } from '@tanren/contract/members/staff-announcements';
import { listMembershipRequests } from '@tanren/contract/memberships/staff-memberships';
import { listStaffReports } from '@tanren/contract/menus/staff-menu-reports';
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { chooseWorkGym } from '#entities/gyms/work-gym.tsx';
import { readStaffMachines } from '#features/machines/staff/staff-machines.queries.ts';
import type { ReactNode } from 'react';
import { correctionCountQuery } from '#features/workouts/staff/staff-workout-corrections.queries.ts';
import { staffSections } from '#features/staff/staff-sections.ts';
import classes from '#features/staff/staff.module.css';
import { callApi } from '#lib/api.ts';
import { Badge } from '#ui/badge.tsx';
import { Amount } from '#ui/charts/amount.tsx';
import { cardLink } from '#ui/lists/cards.tsx';
import { isMissing, LoadAgainIfMissing, Skeleton } from '#ui/feedback/loading.tsx';
import { menuRow, MenuRowContent, MenuSection } from '#ui/lists/menu-section.tsx';
import { Page } from '#ui/page.tsx';
import { Note, Row, Stack, Text } from '#ui/layout.tsx';

export const Route = createFileRoute('/staff/overview')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '業務一覧',
    parent: '/staff',
    group: 'staff',
  },
  component: StaffOverviewPage,
});

/** Maximum number that is counted. More is shown as "or more". */
const max = 100;

/**
 * Options of the queries for cards. A card reports its own failure, and the rest of the page stays.
 */
const lively = {
  meta: { errorShownByPage: true },
  staleTime: 3_000,
  refetchInterval: 60_000,
} as const;

interface OpenCount {
  readonly count: number;
  readonly isMore: boolean;
}

const openReportsQuery = queryOptions({
  queryKey: ['staff', 'overview', 'reports'],
  queryFn: async ({ signal }): Promise<OpenCount> => {
    const querystring = { state: 'open', limit: max } as const;
    const { items, nextCursor } = await callApi(listStaffReports, { querystring }, signal);
    return { count: items.length, isMore: nextCursor !== null };
  },
  ...lively,
});

/** Counts the requests of the gym that this device works for. */
const openRequestsQuery = queryOptions({
  queryKey: ['staff', 'overview', 'membership-requests'],
  queryFn: async ({ signal, client }): Promise<OpenCount> => {
    const gymId = await chooseWorkGym(client, {});
    if (gymId === null) return { count: 0, isMore: false };
    const { items, nextCursor } = await callApi(
      listMembershipRequests,
      { params: { gymId }, querystring: { limit: max } },
      signal,
    );
    return { count: items.length, isMore: nextCursor !== null };
  },
  ...lively,
});

interface MachineCounts {
  readonly inService: number;
  readonly offline: number;
  /** Number of messages that were rejected within the last 24 hours. */
  readonly rejected: number;
}

const machineCountsQuery = queryOptions({
  queryKey: ['staff', 'overview', 'machines'],
  queryFn: async ({ signal }): Promise<MachineCounts> => {
    const machines = await readStaffMachines(signal);
    const inService = machines.filter(({ retiredAt }) => retiredAt === null);
    return {
      inService: inService.length,
      offline: inService.filter(({ online }) => !online).length,
      rejected: machines.reduce((sum, { rejectedToday }) => sum + rejectedToday, 0),
    };
  },
  ...lively,
});

interface AnnouncementCounts {
  readonly drafts: number;
  readonly planned: number;
}

const announcementCountsQuery = queryOptions({
  queryKey: ['staff', 'overview', 'informations'],
  queryFn: async ({ signal }): Promise<AnnouncementCounts> => {
    const { items } = await callApi(
      listStaffAnnouncements,
      { querystring: { limit: max } },
      signal,
    );
    return {
      drafts: items.filter(({ publishAt }) => publishAt === null).length,
      planned: items.filter(({ publishAt, published }) => publishAt !== null && !published).length,
    };
  },
  ...lively,
});

/** Shows the open tasks and links to everything else. */
function StaffOverviewPage() {
  const requests = useQuery(openRequestsQuery);
  const corrections = useQuery(correctionCountQuery);
  const reports = useQuery(openReportsQuery);
  const machines = useQuery(machineCountsQuery);
  const announcements = useQuery(announcementCountsQuery);
  return (
    <Page title="業務一覧" lead="確認を待っているものと、店舗の運営に使うページです。">
      <Stack
        as="section"
        columns={2}
        gap={12}
        className={classes.counts}
        aria-label="確認が必要なもの"
      >
        <CountCard
          to="/staff/memberships"
          label="会員契約のお申し込み"
          unit="件"
          value={countOf(requests, ({ count, isMore }) => `${count}${isMore ? '+' : ''}`)}
          urgent={(requests.data?.count ?? 0) > 0}
        >
          店舗での確認を待っています
        </CountCard>
        <CountCard
          to="/staff/workout-corrections"
          label="記録の訂正"
          unit="件"
          value={countOf(corrections, ({ count, isMore }) => `${count}${isMore ? '+' : ''}`)}
          urgent={(corrections.data?.count ?? 0) > 0}
        >
          会員が訂正した記録の確認
        </CountCard>
        <CountCard
          to="/staff/session-reports"
          label="未対応の報告"
          unit="件"
          value={countOf(reports, ({ count, isMore }) => `${count}${isMore ? '+' : ''}`)}
          urgent={(reports.data?.count ?? 0) > 0}
        >
          公開メニューへの報告
        </CountCard>
        <CountCard
          to="/staff/machines"
          label="オフラインのマシン"
          unit={machines.data ? `/${machines.data.inService}台` : '台'}
          value={countOf(machines, ({ offline }) => String(offline))}
          urgent={(machines.data?.offline ?? 0) > 0}
        >
          サーバーと未接続のマシン
        </CountCard>
        <CountCard
          to="/staff/rejected-messages"
          label="受信エラー"
          unit="件"
          value={countOf(machines, ({ rejected }) => String(rejected))}
          urgent={(machines.data?.rejected ?? 0) > 0}
        >
          24時間以内に届き、保存できなかったデータ
        </CountCard>
        <CountCard
          to="/staff/informations"
          label="公開予定のお知らせ"
          unit="件"
          value={countOf(announcements, ({ planned }) => String(planned))}
          urgent={false}
        >
          下書き {announcements.data?.drafts ?? '—'}件
        </CountCard>
      </Stack>
      <LoadAgainIfMissing what="会員契約のお申し込み" query={requests} />
      <LoadAgainIfMissing what="記録の訂正" query={corrections} />
      <LoadAgainIfMissing what="未対応の報告" query={reports} />
      <LoadAgainIfMissing what="マシンの状態" query={machines} />
      <LoadAgainIfMissing what="お知らせの件数" query={announcements} />
      <div className={classes.menu}>
        <MenuSection heading="業務">
          {staffSections
            .filter(({ to }) => to !== '/staff/overview')
            .map(({ to, label, text, Icon }) => (
              <li key={to}>
                <Link to={to} className={menuRow}>
                  <MenuRowContent
                    Icon={Icon}
                    label={label}
                    end={
                      <Note as="span" className={classes.menuText}>
                        {text}
                      </Note>
                    }
                  />
                </Link>
              </li>
            ))}
        </MenuSection>
      </div>
    </Page>
  );
}

interface CountCardProps {
  readonly to: (typeof staffSections)[number]['to'];
  readonly label: string;
  /** `undefined` until it is known, `null` when it could not be loaded. */
  readonly value: string | null | undefined;
  readonly unit: string;
  /** Whether staff should look at it. */
  readonly urgent: boolean;
  readonly children: ReactNode;
}

/** Shows a number and links to its page. */
function CountCard({ to, label, value, unit, urgent, children }: CountCardProps) {
  return (
    <Link to={to} className={cardLink} data-urgent={urgent || undefined}>
      <Note as="span" block>
        {label}
      </Note>
      <Text as="span" quiet={value === '0'} className={classes.value}>
        {value === undefined ? (
          <Skeleton height={40} />
        ) : value === null ? (
          <Text as="span" quiet className={classes.unknown}>
            読み込めませんでした
          </Text>
        ) : (
          <Amount value={value} unit={unit} size={28} />
        )}
      </Text>
      <Row as="span" gap={8} rowGap={4} align="center" wrap size={14} quiet>
        {urgent ? <Badge>要確認</Badge> : null}
        {children}
      </Row>
    </Link>
  );
}

/** Returns `undefined` while the query is loading and `null` when it failed. */
function countOf<T>(
  query: UseQueryResult<T>,
  read: (data: T) => string,
): string | null | undefined {
  if (query.data !== undefined) return read(query.data);
  return isMissing(query) ? null : undefined;
}
