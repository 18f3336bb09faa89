import { toGymTime } from '@tanren/domain/gyms/gym-time';
import { toKilograms } from '@tanren/domain/workouts/loads';
import type { TrainerScope } from '@tanren/domain/trainers/trainers';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { asc, eq } from 'drizzle-orm';
import type { ExportPart, MemberData } from '#modules/identity/member-data.service.ts';
import {
  chosenLoads,
  trainerCodeFailures,
  trainerLinks,
  trainerViews,
} from '#db/schema/trainers.ts';
import { userInfos } from '#db/schema/members.ts';
import { deleteGuessesOf } from './trainer-code-guesses.ts';
import { deleteCode } from './trainer-connection-code.store.ts';
import { deleteLinks } from './trainer-links.store.ts';
import { readAllViews } from './trainer-views.ts';

const scopeNames: Record<TrainerScope, string> = {
  history: 'トレーニング履歴',
  profile: 'プロフィール',
  status: 'トレーニング状況',
};

function nameScopes(scopes: readonly TrainerScope[]): string {
  return scopes.length === 0 ? 'なし' : scopes.map((scope) => scopeNames[scope]).join('、');
}

const linkPart: ExportPart = {
  name: 'trainer-links',
  title: 'トレーナーとの連携',
  headers: ['トレーナー', '共有する情報', '連携日時（日本時間）', '解除日時（日本時間）'],
  async *readRows(db, { sub }) {
    const { scopes, linkedAt, endedAt } = trainerLinks;
    const links = await db
      .select({ trainer: userInfos.nickname, scopes, linkedAt, endedAt })
      .from(trainerLinks)
      .leftJoin(userInfos, eq(userInfos.sub, trainerLinks.trainerSub))
      .where(eq(trainerLinks.memberSub, sub))
      .orderBy(asc(linkedAt), asc(trainerLinks.id));
    for (const link of links) {
      yield {
        record: link,
        cells: [
          link.trainer,
          nameScopes(link.scopes),
          toGymTime(link.linkedAt),
          link.endedAt && toGymTime(link.endedAt),
        ],
      };
    }
  },
};

const viewPart: ExportPart = {
  name: 'trainer-views',
  title: 'トレーナーによる閲覧の記録（1年分）',
  headers: ['閲覧日時（日本時間）', '閲覧された情報', 'トレーナー'],
  async *readRows(db, { sub }) {
    for await (const { seen, seenAt, nickname } of readAllViews(
      db,
      eq(trainerViews.memberSub, sub),
    )) {
      yield {
        record: { seen, seenAt, trainer: nickname },
        cells: [toGymTime(seenAt), scopeNames[seen], nickname],
      };
    }
  },
};

const loadPart: ExportPart = {
  name: 'chosen-loads',
  title: 'トレーナーが指定した次回の重量',
  headers: ['種目', '重量（kg）', '理由', '指定日時（日本時間）'],
  async *readRows(db, { sub }) {
    const { workoutTypeId, loadHg, reason, chosenAt } = chosenLoads;
    const loads = await db
      .select({ workoutTypeId, loadHg, reason, chosenAt })
      .from(chosenLoads)
      .where(eq(chosenLoads.sub, sub))
      .orderBy(asc(workoutTypeId));
    for (const { loadHg: hg, ...load } of loads) {
      const loadKg = toKilograms(hg);
      const type = workoutTypes.find(({ id }) => id === load.workoutTypeId);
      yield {
        record: { ...load, loadKg },
        cells: [type?.name ?? null, loadKg, load.reason, toGymTime(load.chosenAt)],
      };
    }
  },
};

/**
 * The links of a trainer, with times but without members, because those are data of another person.
 */
const trainedPart: ExportPart = {
  name: 'trained-members',
  title: '担当会員との連携（トレーナーの方のみ）',
  headers: ['連携番号', '連携日時（日本時間）', '解除日時（日本時間）'],
  async *readRows(db, { sub }) {
    const { id, linkedAt, endedAt } = trainerLinks;
    const links = await db
      .select({ memberId: id, linkedAt, endedAt })
      .from(trainerLinks)
      .where(eq(trainerLinks.trainerSub, sub))
      .orderBy(asc(linkedAt), asc(id));
    for (const link of links) {
      yield {
        record: link,
        cells: [link.memberId, toGymTime(link.linkedAt), link.endedAt && toGymTime(link.endedAt)],
      };
    }
  },
};

const madeViewPart: ExportPart = {
  name: 'views-of-trained-members',
  title: '担当会員の情報の閲覧（トレーナーの方のみ・1年分）',
  headers: ['閲覧日時（日本時間）', '閲覧した情報', '連携番号'],
  async *readRows(db, { sub }) {
    for await (const { seen, seenAt, linkId } of readAllViews(
      db,
      eq(trainerViews.trainerSub, sub),
    )) {
      yield {
        record: { seen, seenAt, memberId: linkId },
        cells: [toGymTime(seenAt), scopeNames[seen], linkId],
      };
    }
  },
};

/** Wrong codes of a trainer. Their number is bounded by the limits of guesses. */
const failurePart: ExportPart = {
  name: 'trainer-code-failures',
  title: '連携できなかった連携コードの入力（トレーナーの方のみ・90日分）',
  headers: ['入力日時（日本時間）', '接続元のネットワーク'],
  async *readRows(db, { sub }) {
    const { failedAt, address } = trainerCodeFailures;
    const failures = await db
      .select({ failedAt, address })
      .from(trainerCodeFailures)
      .where(eq(trainerCodeFailures.trainerSub, sub))
      .orderBy(asc(failedAt), asc(trainerCodeFailures.id));
    for (const failure of failures) {
      yield { record: failure, cells: [toGymTime(failure.failedAt), failure.address] };
    }
  },
};

export const trainerLinkData: MemberData = {
  /**
   * Erases codes first: a link that is being created with one of them is created before, or not at
   * all.
   */
  async erase(tx, sub) {
    await deleteCode(tx, sub);
    await deleteLinks(tx, sub);
    await deleteGuessesOf(tx, sub);
  },
  exports: [linkPart, viewPart, loadPart, trainedPart, madeViewPart, failurePart],
};
