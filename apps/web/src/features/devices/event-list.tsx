import { IconAlertTriangle, IconHistory, IconShieldCheck } from '@tabler/icons-react';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { formatRecentMoment } from '#lib/moments.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { eventsQuery } from './devices.queries.ts';
import { describeEvent } from './event-words.ts';
import classes from './devices-screen.module.css';

const rowHeight = 72;

export function EventList() {
  const query = useSuspenseInfiniteQuery(eventsQuery);
  const events = query.data.pages.flatMap(({ items }) => items);
  return (
    <section className={classes.events} aria-labelledby="authentication-events">
      <h2 id="authentication-events" className={classes.heading}>
        ログインの記録
      </h2>
      <p className={classes.hint}>
        90日分を表示します。ネットワークは、おおまかな範囲だけを記録しています。
      </p>
      {events.length === 0 ? (
        <EmptyState Icon={IconHistory} text="記録はまだありません。" />
      ) : (
        <PagedList query={query} itemHeight={rowHeight}>
          <ul className={classes.rows}>
            {events.map((event) => {
              const EventIcon = event.outcome === 'success' ? IconShieldCheck : IconAlertTriangle;
              return (
                <li key={event.id} className={classes.row} data-outcome={event.outcome}>
                  <EventIcon size={20} stroke={1.75} aria-hidden />
                  <div className={classes.words}>
                    <p className={classes.what}>{describeEvent(event)}</p>
                    <p className={classes.fact}>
                      {formatRecentMoment(event.at)}
                      {event.network === '' ? '' : `・${event.network}`}
                    </p>
                  </div>
                </li>
              );
            })}
          </ul>
        </PagedList>
      )}
    </section>
  );
}
