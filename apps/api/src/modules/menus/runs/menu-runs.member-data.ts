import { toGymTime } from '@tanren/domain/gyms/gym-time';
import { toKilograms } from '@tanren/domain/workouts/loads';
import type { RunPlanItem } from '@tanren/domain/menus/menu-runs';
import type { MenuItem } from '@tanren/domain/menus/menus';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { and, asc, eq, gt } from 'drizzle-orm';
import type { ExportPart, MemberData } from '#modules/identity/member-data.service.ts';
import { trainingSessionRuns } from '#db/schema/menus.ts';

const pageLength = 200;

const runPart: ExportPart = {
  name: 'training-session-runs',
  title: 'トレーニングしたメニュー',
  headers: ['開始日時（日本時間）', '終了日時（日本時間）', 'メニュー', '内容'],
  async *readRows(db, { sub }) {
    for (let afterId = 0; ;) {
      const page = await db
        .select()
        .from(trainingSessionRuns)
        .where(and(eq(trainingSessionRuns.sub, sub), gt(trainingSessionRuns.id, afterId)))
        .orderBy(asc(trainingSessionRuns.id))
        .limit(pageLength);
      for (const { items, ...run } of page) {
        const { id, trainingSessionId, title, fixedOrder, startedAt, endsBy, endedAt } = run;
        const record = { id, trainingSessionId, title, fixedOrder, startedAt, endsBy, endedAt };
        yield {
          record: { ...record, items: items.map(toRecord) },
          cells: [
            toGymTime(startedAt),
            endedAt && toGymTime(endedAt),
            title,
            items.map(describeItem).join('、'),
          ],
        };
        afterId = id;
      }
      if (page.length < pageLength) return;
    }
  },
};

function toRecord({ loadHg, plannedLoadHg: _plannedLoadHg, ...item }: MenuItem & RunPlanItem) {
  return { ...item, loadKg: loadHg === null ? null : toKilograms(loadHg) };
}

function describeItem({ workoutTypeId, sets, reps, loadHg }: MenuItem): string {
  const name = workoutTypes.find(({ id }) => id === workoutTypeId)?.name ?? String(workoutTypeId);
  const load = loadHg === null ? 'おすすめの重量' : `${toKilograms(loadHg)}kg`;
  return `${name} ${load} ${reps}回×${sets}セット`;
}

export const trainingSessionRunData: MemberData = {
  async erase(tx, sub) {
    await tx.delete(trainingSessionRuns).where(eq(trainingSessionRuns.sub, sub));
  },
  exports: [runPart],
};
