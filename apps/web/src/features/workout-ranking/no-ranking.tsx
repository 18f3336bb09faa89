import { IconTrophy, IconUser, IconUsers } from '@tabler/icons-react';
import type { WorkoutRanking } from '@tanren/contract/workout-ranking';
import { smallestBand } from '@tanren/domain/rankings';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { linkToRanking, type RankingView } from './ranking-view.ts';
import { nameBand, periodNames } from './ranking-words.ts';

interface NoRankingProps {
  readonly view: RankingView;
  readonly ranking: WorkoutRanking;
}

/** What stands where the list would be. */
export function NoRanking({ view, ranking: { unavailable, band } }: NoRankingProps) {
  if (unavailable === 'profile_incomplete') return <ProfileFirst />;
  if (unavailable === 'too_few') return <TooFew view={view} band={band} />;
  if (view.period === 'last-month') {
    return (
      <EmptyState
        Icon={IconTrophy}
        text="先月は、だれの記録もありませんでした。"
        action={
          <Link {...linkToRanking({ ...view, period: 'this-month' })} className={primaryButtonLink}>
            今月のランキングを見る
          </Link>
        }
      />
    );
  }
  const when = view.period === 'all' ? '' : `${periodNames[view.period]}は`;
  const where = view.scale === 'open' && view.gym !== null ? 'このジムでは' : '';
  return (
    <EmptyState
      Icon={IconTrophy}
      text={`${where}${when}まだだれの記録もありません。マシンと接続して、最初の記録を残しましょう。`}
      action={
        <Link to="/tanren-link" className={primaryButtonLink}>
          マシンと接続する
        </Link>
      }
    />
  );
}

function ProfileFirst() {
  return (
    <EmptyState
      Icon={IconUser}
      text="生年月日と性別を登録すると、同世代・同性の方との順位が分かります。ほかの方には表示されません。"
      action={
        <Link to="/settings/userinfo" className={primaryButtonLink}>
          プロフィールを編集する
        </Link>
      }
    />
  );
}

function TooFew({
  view,
  band,
}: {
  readonly view: RankingView;
  readonly band: WorkoutRanking['band'];
}) {
  const whom = band === null ? '同世代・同性の方' : nameBand(band);
  return (
    <EmptyState
      Icon={IconUsers}
      text={`${whom}の記録が、まだ${smallestBand}人分に届いていません。${smallestBand}人になると順位が表示されます。`}
      action={
        <Link {...linkToRanking({ ...view, scale: 'open' })} className={primaryButtonLink}>
          全員のランキングを見る
        </Link>
      }
    />
  );
}
