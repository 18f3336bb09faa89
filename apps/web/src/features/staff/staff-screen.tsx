import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isMissing, LoadAgainIfMissing } from '#ui/load-again.tsx';
import { menuRow, MenuRowContent, MenuSection } from '#ui/menu-section.tsx';
import { Page } from '#ui/page.tsx';
import { CountCard } from './count-card.tsx';
import { staffPlaces } from './staff-places.ts';
import { informationCountsQuery, machineCountsQuery, openReportsQuery } from './staff.queries.ts';
import classes from './staff.module.css';

/** What waits for somebody, and the way to everything else. */
export function StaffScreen() {
  const reports = useQuery(openReportsQuery);
  const machines = useQuery(machineCountsQuery);
  const informations = useQuery(informationCountsQuery);
  return (
    <Page title="スタッフ" lead="店舗の運営に必要な設定と確認を行えます。">
      <section className={classes.counts} aria-label="確認が必要なもの">
        <CountCard
          to="/staff/session-reports"
          label="未対応の通報"
          unit="件"
          value={countOf(reports, ({ count, isMore }) => `${count}${isMore ? '+' : ''}`)}
          urgent={(reports.data?.count ?? 0) > 0}
        >
          公開セッションへの通報
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
          label="24時間以内の受信エラー"
          unit="件"
          value={countOf(machines, ({ rejected }) => String(rejected))}
          urgent={(machines.data?.rejected ?? 0) > 0}
        >
          マシンから届き、保存できなかったデータ
        </CountCard>
        <CountCard
          to="/staff/informations"
          label="公開予定のお知らせ"
          unit="件"
          value={countOf(informations, ({ planned }) => String(planned))}
          urgent={false}
        >
          下書き {informations.data?.drafts ?? '—'}件
        </CountCard>
      </section>
      <LoadAgainIfMissing what="未対応の報告" query={reports} />
      <LoadAgainIfMissing what="マシンの状態" query={machines} />
      <LoadAgainIfMissing what="お知らせの件数" query={informations} />
      <MenuSection heading="メニュー">
        {staffPlaces
          .filter(({ to }) => to !== '/staff')
          .map(({ to, label, text, Icon }) => (
            <li key={to}>
              <Link to={to} className={menuRow}>
                <MenuRowContent
                  Icon={Icon}
                  label={label}
                  end={<span className={classes.staffScreenText}>{text}</span>}
                />
              </Link>
            </li>
          ))}
      </MenuSection>
    </Page>
  );
}

/** Undefined while it is on its way, null when it did not come. */
function countOf<T>(
  query: UseQueryResult<T>,
  read: (data: T) => string,
): string | null | undefined {
  if (query.data !== undefined) return read(query.data);
  return isMissing(query) ? null : undefined;
}
