import type { RankingItem } from '@tanren/contract/workout-ranking';
import { formatGymDate, formatShortGymDate } from '#lib/dates.ts';
import { Amount } from '#ui/charts/amount.tsx';
import type { RankingView } from './ranking-view.ts';
import { showValue } from './ranking-values.ts';
import classes from './ranking-list.module.css';

interface RankingListProps {
  readonly view: RankingView;
  readonly items: readonly RankingItem[];
  /** One's own, which the list may leave out. */
  readonly nickname: string | null;
}

/** The best, each with rank, name, day and value. */
export function RankingList({ view, items, nickname }: RankingListProps) {
  // Only where it goes without saying which year is meant.
  const showDay = view.period === 'all' ? formatGymDate : formatShortGymDate;
  return (
    <ol className={classes.list} aria-label="順位表">
      {keyItems(items).map(({ key, item }) => (
        <li key={key} className={classes.row} data-me={item.isMe || undefined}>
          <span className={classes.rank}>
            {item.rank}
            <span className={classes.unit}>位</span>
          </span>
          <span className={classes.who}>
            <span className={classes.names}>
              <RankedName name={item.isMe ? (item.nickname ?? nickname) : item.nickname} />
              {item.isMe ? <span className={classes.me}>あなた</span> : null}
            </span>
            {item.achievedOn === null ? null : (
              <time className={classes.day} dateTime={item.achievedOn}>
                {showDay(item.achievedOn)}
              </time>
            )}
          </span>
          <span className={classes.value}>
            <Amount {...showValue(view.rankingType, view.scale, item.value)} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function RankedName({ name }: { readonly name: string | null }) {
  return name === null ? (
    <span className={classes.nameless}>名前は非公開</span>
  ) : (
    <span className={classes.name}>{name}</span>
  );
}

/** Names repeat, and some have none: they are counted. */
function keyItems(items: readonly RankingItem[]): { key: string; item: RankingItem }[] {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const name = item.nickname ?? '';
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return { key: `${count} ${name}`, item };
  });
}
