import { toGymTime } from '@tanren/domain/gyms/gym-time';
import { toKilograms } from '@tanren/domain/workouts/loads';
import type { ReportReason, MenuItem, Visibility } from '@tanren/domain/menus/menus';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { and, asc, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import {
  favoriteTrainingSessions,
  trainingSessionReports,
  trainingSessions,
} from '#db/schema/menus.ts';
import { userInfos } from '#db/schema/members.ts';
import type { ExportPart, MemberData } from '#modules/identity/member-data.service.ts';
import { visibleTo } from './menu-visibility.service.ts';
import { changeFavoriteCounts } from './favorites.ts';
import { countTags } from './menu-index.store.ts';

/**
 * Locks the menus of the member, those made for the member, and those whose count of favourites
 * will fall. It locks them all at once and in the order of their ids: two members who like each
 * other's menus may leave at the same time.
 */
async function lockTouchedMenus(tx: Transaction, sub: string): Promise<void> {
  await tx.execute(sql`
    select from ${trainingSessions}
    where id in (
      select id from ${trainingSessions} where author_sub = ${sub} or for_sub = ${sub}
      union select training_session_id from ${favoriteTrainingSessions} where sub = ${sub}
    )
    order by id
    for update`);
}

async function deleteFavoritesOf(tx: Transaction, sub: string): Promise<void> {
  const { trainingSessionId } = favoriteTrainingSessions;
  const gone = await tx
    .delete(favoriteTrainingSessions)
    .where(eq(favoriteTrainingSessions.sub, sub))
    .returning({ trainingSessionId });
  const ids = gone.map((favorite) => favorite.trainingSessionId);
  await changeFavoriteCounts(tx, ids, -1);
}

/** Transfers the menus that a trainer made for members to those members as their own. */
async function leaveMenusToMembers(tx: Transaction, sub: string): Promise<void> {
  const { authorSub, forSub, hiddenReason } = trainingSessions;
  await tx
    .update(trainingSessions)
    .set({ authorSub: sql`${forSub}`, forSub: null, draftId: null })
    // A menu that staff hid stays hidden.
    .where(and(eq(authorSub, sub), isNotNull(forSub), isNull(hiddenReason)));
}

async function deleteMenusOf(tx: Transaction, sub: string) {
  const { authorSub, forSub, tags, visibility } = trainingSessions;
  return await tx
    .delete(trainingSessions)
    .where(or(eq(authorSub, sub), eq(forSub, sub)))
    .returning({ tags, visibility });
}

async function deleteReportsOf(tx: Transaction, sub: string): Promise<void> {
  const { authorSub, reporterSub } = trainingSessionReports;
  await tx.delete(trainingSessionReports).where(or(eq(authorSub, sub), eq(reporterSub, sub)));
}

interface AfterId {
  readonly sub: string;
  readonly afterId: number;
  readonly limit: number;
}

/** Lists the menus that the member wrote, and those that a trainer made for the member. */
async function listWritten(db: Queryable, { sub, afterId, limit }: AfterId) {
  const { id, authorSub, forSub, description, createdAt, updatedAt } = trainingSessions;
  const { title, tags, visibility, items, fixedOrder, hiddenReason } = trainingSessions;
  return await db
    .select({
      id,
      title,
      // The notes of a trainer about a member are the member's data, because they may be about
      // health.
      description: sql<string>`case when ${visibleTo(sub)} then ${description} else '' end`,
      tags,
      visibility,
      /** Nickname of the trainer. `null` if the member is the author. */
      trainer: sql<
        string | null
      >`case when ${forSub} = ${sub} then coalesce(${userInfos.nickname}, '') end`,
      forMember: sql<boolean>`${authorSub} = ${sub} and ${forSub} is not null`,
      items,
      fixedOrder,
      hiddenReason,
      createdAt,
      updatedAt,
    })
    .from(trainingSessions)
    .leftJoin(userInfos, eq(userInfos.sub, authorSub))
    .where(and(or(eq(authorSub, sub), and(eq(forSub, sub), visibleTo(sub))), gt(id, afterId)))
    .orderBy(asc(id))
    .limit(limit);
}

/** Lists favourites. The title is `null` while the menu is hidden from the member. */
async function listFavorites(db: Queryable, { sub, afterId, limit }: AfterId) {
  const { trainingSessionId, favoritedAt } = favoriteTrainingSessions;
  return await db
    .select({
      id: trainingSessionId,
      favoritedAt,
      title: sql<string | null>`case when ${visibleTo(sub)} then ${trainingSessions.title} end`,
    })
    .from(favoriteTrainingSessions)
    .innerJoin(trainingSessions, eq(trainingSessions.id, trainingSessionId))
    .where(and(eq(favoriteTrainingSessions.sub, sub), gt(trainingSessionId, afterId)))
    .orderBy(asc(trainingSessionId))
    .limit(limit);
}

/** Lists the member's reports, with the titles of the menus at that time. */
async function listReportsBy(db: Queryable, { sub, afterId, limit }: AfterId) {
  const { id, title, reason, comment, reportedAt } = trainingSessionReports;
  return await db
    .select({ id, title, reason, comment, reportedAt })
    .from(trainingSessionReports)
    .where(and(eq(trainingSessionReports.reporterSub, sub), gt(id, afterId)))
    .orderBy(asc(id))
    .limit(limit);
}

const pageLength = 100;

async function* readById<R extends { readonly id: number }>(
  db: Queryable,
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

const visibilityNames: Record<Visibility, string> = { private: '非公開', public: '公開' };
const forMemberName = '担当会員だけ';

const writtenPart: ExportPart = {
  name: 'training-sessions',
  title: '作成した、またはトレーナーに作成してもらったトレーニングメニュー',
  headers: [
    'メニュー番号',
    'タイトル',
    '説明',
    'タグ',
    '公開範囲',
    '種目の内容',
    '作成者',
    'スタッフが非公開にした理由',
    '作成日時（日本時間）',
    '更新日時（日本時間）',
  ],
  async *readRows(db, { sub }) {
    for await (const { id, trainer, ...menu } of readById(db, sub, listWritten)) {
      const items = menu.items.map(({ loadHg, ...item }) => ({
        ...item,
        loadKg: loadHg === null ? null : toKilograms(loadHg),
      }));
      yield {
        record: { trainingSessionId: id, ...menu, items, trainer },
        cells: [
          id,
          menu.title,
          menu.description,
          menu.tags.join('、'),
          menu.forMember ? forMemberName : visibilityNames[menu.visibility],
          menu.items.map(describeItem).join('\n'),
          trainer === null ? '自分' : trainer || 'トレーナー',
          menu.hiddenReason ?? '',
          toGymTime(menu.createdAt),
          toGymTime(menu.updatedAt),
        ],
      };
    }
  },
};

function describeItem({ workoutTypeId, sets, reps, loadHg, restSeconds }: MenuItem): string {
  const name = workoutTypes.find(({ id }) => id === workoutTypeId)?.name ?? '';
  const load = loadHg === null ? 'おすすめの重量' : `${toKilograms(loadHg)}kg`;
  return `${name} ${load} ${reps}回×${sets}セット 休憩${restSeconds}秒`;
}

const favoritePart: ExportPart = {
  name: 'favorite-training-sessions',
  title: 'お気に入りのトレーニングメニュー',
  headers: ['メニュー番号', 'タイトル', '追加日時（日本時間）'],
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
  personal: '個人情報',
  spam: '宣伝・迷惑行為',
  other: 'その他',
};

const reportPart: ExportPart = {
  name: 'training-session-reports',
  title: 'スタッフへ報告したトレーニングメニュー',
  headers: ['報告日時（日本時間）', '報告したメニューのタイトル', '理由', 'コメント'],
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
    await lockTouchedMenus(tx, sub);
    await deleteFavoritesOf(tx, sub);
    await leaveMenusToMembers(tx, sub);
    await countTags(tx, await deleteMenusOf(tx, sub), []);
    // Reports are deleted after the menus, whose deletion has waited for reports that were being
    // written.
    await deleteReportsOf(tx, sub);
  },
  exports: [writtenPart, favoritePart, reportPart],
};
