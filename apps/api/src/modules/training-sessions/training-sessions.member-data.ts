import { toGymTime } from '@tanren/domain/gym-time';
import { toKilograms } from '@tanren/domain/loads';
import type { ReportReason, SessionItem, Visibility } from '@tanren/domain/training-sessions';
import { workoutTypes } from '@tanren/domain/workout-types';
import type { Database, Queryable } from '#db/database.ts';
import type { ExportPart, MemberData } from '#policies/member-data.ts';
import { countTags } from './session-index.store.ts';
import {
  type AfterId,
  deleteFavoritesOf,
  deleteReportsOf,
  deleteSessionsOf,
  leaveSessionsToMembers,
  listFavorites,
  listReportsBy,
  listWritten,
  lockTouchedSessions,
} from './training-sessions.member-data.store.ts';

const pageLength = 100;

async function* readById<R extends { readonly id: number }>(
  db: Database,
  sub: string,
  list: (db: Queryable, page: AfterId) => Promise<R[]>,
): AsyncGenerator<R> {
  for (let afterId = 0; ;) {
    const page = await list(db, { sub, afterId, limit: pageLength });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageLength) return;
    afterId = last.id;
  }
}

const visibilityNames: Record<Visibility, string> = { private: '自分だけ', public: '公開' };
const forMemberName = '担当会員だけ';

const writtenPart: ExportPart = {
  name: 'training-sessions',
  title: '作成した、またはトレーナーに作成してもらったトレーニングセッション',
  headers: [
    'セッション番号',
    'タイトル',
    '説明',
    'タグ',
    '公開範囲',
    'メニュー',
    '作成者',
    '作成日時（日本時間）',
    '更新日時（日本時間）',
  ],
  async *readRows(db, { sub }) {
    for await (const { id, trainer, ...session } of readById(db, sub, listWritten)) {
      const items = session.items.map(({ loadHg, ...item }) => ({
        ...item,
        loadKg: loadHg === null ? null : toKilograms(loadHg),
      }));
      yield {
        record: { trainingSessionId: id, ...session, items, trainer },
        cells: [
          id,
          session.title,
          session.description,
          session.tags.join('、'),
          session.forMember ? forMemberName : visibilityNames[session.visibility],
          session.items.map(describeItem).join('\n'),
          trainer === null ? '自分' : trainer || 'トレーナー',
          toGymTime(session.createdAt),
          toGymTime(session.updatedAt),
        ],
      };
    }
  },
};

function describeItem({ workoutTypeId, sets, reps, loadHg, restSeconds }: SessionItem): string {
  const name = workoutTypes.find(({ id }) => id === workoutTypeId)?.name ?? '';
  const load = loadHg === null ? 'おすすめの重量' : `${toKilograms(loadHg)}kg`;
  return `${name} ${load} ${reps}回×${sets}セット 休憩${restSeconds}秒`;
}

const favoritePart: ExportPart = {
  name: 'favorite-training-sessions',
  title: 'お気に入りのトレーニングセッション',
  headers: ['セッション番号', 'タイトル', '追加日時（日本時間）'],
  async *readRows(db, { sub }) {
    for await (const { id, title, favoritedAt } of readById(db, sub, listFavorites)) {
      yield {
        record: { trainingSessionId: id, title, favoritedAt },
        cells: [id, title ?? '（現在は公開されていません）', toGymTime(favoritedAt)],
      };
    }
  },
};

const reasonNames: Record<ReportReason, string> = {
  dangerous: '危険な内容',
  offensive: '不快な内容',
  personal: '個人情報が含まれている',
  spam: '宣伝・迷惑行為',
  other: 'その他',
};

const reportPart: ExportPart = {
  name: 'training-session-reports',
  title: 'スタッフへ報告したトレーニングセッション',
  headers: ['報告日時（日本時間）', '報告したセッションのタイトル', '理由', 'コメント'],
  async *readRows(db, { sub }) {
    for await (const report of readById(db, sub, listReportsBy)) {
      const { title, reason, comment, reportedAt } = report;
      yield {
        record: { title, reason, comment, reportedAt },
        cells: [toGymTime(reportedAt), title, reasonNames[reason], comment],
      };
    }
  },
};

export const trainingSessionData: MemberData = {
  async erase(tx, sub) {
    await lockTouchedSessions(tx, sub);
    await deleteFavoritesOf(tx, sub);
    await leaveSessionsToMembers(tx, sub);
    await countTags(tx, await deleteSessionsOf(tx, sub), []);
    // After the sessions, whose deletion has waited for reports that were being written.
    await deleteReportsOf(tx, sub);
  },
  exports: [writtenPart, favoritePart, reportPart],
};
