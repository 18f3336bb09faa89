import { toGymTime } from '@tanren/domain/gym-day';
import type { MemberData } from '#db/member-data.ts';
import { deleteFeed, findFeedTime } from './calendar-feeds.store.ts';

export const calendarFeedData: MemberData = {
  erase: deleteFeed,
  exports: [
    {
      name: 'calendar-feed',
      title: '予約カレンダーのアドレス',
      headers: ['発行日時（日本時間）'],
      async *readRows(db, { sub }) {
        const createdAt = await findFeedTime(db, sub);
        if (createdAt !== null) yield { record: { createdAt }, cells: [toGymTime(createdAt)] };
      },
    },
  ],
};
