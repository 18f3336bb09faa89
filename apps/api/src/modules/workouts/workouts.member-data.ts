import { toGymTime } from '@tanren/domain/gym-day';
import type { ExportPart, MemberData } from '#db/member-data.ts';
import { readSetRows, workoutSetHeaders } from './workouts-csv.ts';
import {
  deleteRejectedOf,
  deleteWorkouts,
  listRejectedOf,
  lockLinks,
} from './workouts.member-data.store.ts';

const setPart: ExportPart = {
  name: 'workouts',
  title: 'トレーニングの記録（1行が1セット）',
  headers: workoutSetHeaders,
  readRows: (db, { sub }) => readSetRows(db, sub, null),
};

const pageLength = 100;

const rejectedPart: ExportPart = {
  name: 'rejected-workouts',
  title: '記録できなかったマシンからのデータ',
  headers: ['受信日時（日本時間）', 'マシン番号', '理由', '受信した内容'],
  async *readRows(db, { sub }) {
    for (let afterId = 0; ;) {
      const page = await listRejectedOf(db, sub, afterId, pageLength);
      for (const { id, ...rejected } of page) {
        const { receivedAt, machineId, reason, payload } = rejected;
        yield { record: rejected, cells: [toGymTime(receivedAt), machineId, reason, payload] };
        afterId = id;
      }
      if (page.length < pageLength) return;
    }
  },
};

export const workoutData: MemberData = {
  async erase(tx, sub) {
    await lockLinks(tx, sub);
    await deleteRejectedOf(tx, sub);
    await deleteWorkouts(tx, sub);
  },
  exports: [setPart, rejectedPart],
};
