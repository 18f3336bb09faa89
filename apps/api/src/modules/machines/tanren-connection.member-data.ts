import type { UnlinkReason } from '@tanren/contract/machines/machine-commands';
import { toGymTime } from '@tanren/domain/gyms/gym-time';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { asc, eq } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { deleteLiveTickets } from './live-tickets.service.ts';
import type { ExportPart, MemberData } from '#modules/identity/member-data.service.ts';
import { linkFailures, machineHolds, machines, tanrenConnections } from '#db/schema/machines.ts';
import { deleteLinkFailures } from './link-attempts.ts';
import { deleteConnections } from './tanren-connection.store.ts';

const reasonNames: Record<UnlinkReason, string> = {
  member: 'ご自身による解除',
  idle: '10分間マシンの動きがなかったため',
  moved: '別のマシンへの接続',
  'signed-out': 'ログアウトまたはパスワードの変更',
  erased: 'アカウントの削除',
  retired: 'マシンの利用終了',
};

/** Lists the links of the last 90 days. */
async function listLinks(db: Queryable, sub: string) {
  const { id, machineId, linkedAt, lastActiveAt, setCount, endedAt, endReason } = tanrenConnections;
  return await db
    .select({
      link: { id, machineId, linkedAt, lastActiveAt, setCount, endedAt, endReason },
      workoutTypeId: machines.workoutTypeId,
    })
    .from(tanrenConnections)
    .innerJoin(machines, eq(machines.id, machineId))
    .where(eq(tanrenConnections.sub, sub))
    .orderBy(asc(linkedAt));
}

const linkPart: ExportPart = {
  name: 'machine-links',
  title: 'マシンとの接続の履歴（90日分）',
  headers: [
    'マシン番号',
    '種目',
    '接続日時（日本時間）',
    '最後に動かした日時（日本時間）',
    '解除日時（日本時間）',
    '解除の理由',
  ],
  async *readRows(db, { sub }) {
    for (const { link, workoutTypeId } of await listLinks(db, sub)) {
      yield {
        record: { ...link, workoutTypeId },
        cells: [
          link.machineId,
          workoutTypes.find(({ id }) => id === workoutTypeId)?.name ?? null,
          toGymTime(link.linkedAt),
          toGymTime(link.lastActiveAt),
          link.endedAt && toGymTime(link.endedAt),
          link.endReason && reasonNames[link.endReason],
        ],
      };
    }
  },
};

/** Failed attempts of at most a day. Their number is bounded by the limits of attempts. */
const failurePart: ExportPart = {
  name: 'link-failures',
  title: '接続できなかったコードの入力（1日分）',
  headers: ['入力日時（日本時間）', '入力したマシン番号', '接続元のネットワーク'],
  async *readRows(db, { sub }) {
    const { machineId, address, failedAt } = linkFailures;
    const failures = await db
      .select({ machineId, address, failedAt })
      .from(linkFailures)
      .where(eq(linkFailures.sub, sub))
      .orderBy(asc(failedAt));
    for (const failure of failures) {
      const { machineId: typed, address: network } = failure;
      yield { record: failure, cells: [toGymTime(failure.failedAt), typed, network] };
    }
  },
};

/** The member's hold of a machine, which lasts 90 seconds. */
const holdPart: ExportPart = {
  name: 'machine-hold',
  title: 'とっておいているマシン',
  headers: ['マシン番号', '開始日時（日本時間）', '終了日時（日本時間）'],
  async *readRows(db, { sub }) {
    const { machineId, heldAt, untilAt } = machineHolds;
    const [hold] = await db
      .select({ machineId, heldAt, untilAt })
      .from(machineHolds)
      .where(eq(machineHolds.sub, sub));
    if (hold === undefined) return;
    yield {
      record: hold,
      cells: [hold.machineId, toGymTime(hold.heldAt), toGymTime(hold.untilAt)],
    };
  },
};

export const tanrenConnectionData: MemberData = {
  async erase(tx, sub) {
    await deleteConnections(tx, sub);
    await tx.delete(machineHolds).where(eq(machineHolds.sub, sub));
    await deleteLinkFailures(tx, sub);
    await deleteLiveTickets(tx, sub);
  },
  exports: [linkPart, failurePart, holdPart],
};
