import type { DoorReason } from '@tanren/domain/door';
import { toGymTime } from '@tanren/domain/gym-day';
import type { Database } from '#db/database.ts';
import type { MemberData } from '#db/member-data.ts';
import { deleteRequests, listRequests } from './gym-door.store.ts';

const pageSize = 500;

const reasonNames: Record<DoorReason, string> = {
  no_reservation: '表示なし（予約がないため）',
  too_early: '表示なし（予約の15分前より早いため）',
  still_changeable: '表示なし（まだ変更・キャンセルできる予約のため）',
};

async function* readRequests(db: Database, sub: string) {
  let page = await listRequests(db, sub, 0, pageSize);
  while (page.length > 0) {
    yield* page;
    page = await listRequests(db, sub, page.at(-1)?.id ?? 0, pageSize);
  }
}

export const gymDoorData: MemberData = {
  erase: deleteRequests,
  exports: [
    {
      name: 'door-requests',
      title: '入口の解錠コードを表示した履歴（90日分）',
      headers: ['日時（日本時間）', 'ジム', '結果'],
      async *readRows(db, { sub }) {
        for await (const { gymName, ...request } of readRequests(db, sub)) {
          const { requestedAt, reason } = request;
          yield {
            record: request,
            cells: [
              toGymTime(requestedAt),
              gymName,
              reason === null ? '表示しました' : reasonNames[reason],
            ],
          };
        }
      },
    },
  ],
};
