import type { Visit } from '@tanren/contract/workouts/visits';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import { muscles, weeklySetGoal } from '@tanren/domain/workouts/muscles';
import { sumWeek, weekStart } from '@tanren/domain/workouts/training-weeks';
import { countMuscleSets } from '@tanren/domain/workouts/workout-types';
import { useQuery } from '@tanstack/react-query';
import { recentVisitsQuery } from '#entities/workouts/visits.queries.ts';
import { formatShortGymDate } from '#lib/dates.ts';
import { formatKg } from '#lib/number-format.ts';
import { useNow } from '#lib/server-time.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { LoadAgainIfMissing, Skeleton } from '#ui/feedback/loading.tsx';
import { Note } from '#ui/layout.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';

/** Shows last week next to the week before it, folded, on the history page. */
export function LastWeek() {
  const today = toGymDay(new Date(useNow(60_000)));
  const startsOn = addDays(weekStart(today), -7);
  const days = `${formatShortGymDate(startsOn)}〜${formatShortGymDate(addDays(startsOn, 6))}`;
  return (
    <Disclosure label={`先週のまとめ ${days}`}>
      <LastWeekParts startsOn={startsOn} />
    </Disclosure>
  );
}

function LastWeekParts({ startsOn }: { readonly startsOn: string }) {
  const query = useQuery(recentVisitsQuery);
  const { data: visits } = query;
  if (visits === undefined) {
    return query.isError ? (
      <LoadAgainIfMissing what="先週のまとめ" query={query} />
    ) : (
      <Skeleton height={320} />
    );
  }
  const last = sumWeek(visits, startsOn);
  const before = sumWeek(visits, addDays(startsOn, -7));
  if (last.visits === 0) {
    return <Note leading="loose">先週のトレーニングはありません。</Note>;
  }
  const row = (name: string, now: string, then: string) => ({
    key: name,
    cells: [name, now, then],
  });
  return (
    <>
      <DataTable
        caption="先週とその前の週"
        columns={['項目', '先週', '前の週']}
        rows={[
          row('来館', `${last.visits}回`, `${before.visits}回`),
          row('セット', `${last.sets}`, `${before.sets}`),
          row('総発揮力', `${formatKg(last.tfo)}kg`, `${formatKg(before.tfo)}kg`),
          row('自己ベスト', `${last.bests}件`, `${before.bests}件`),
        ]}
      />
      <WeekMuscles visits={visits.filter(({ date }) => weekStart(date) === startsOn)} />
    </>
  );
}

/** Compares the sets of each muscle with the recommended number, the most trained first. */
function WeekMuscles({ visits }: { readonly visits: readonly Visit[] }) {
  const sets = countMuscleSets(visits.flatMap(({ workouts }) => workouts));
  const trained = muscles
    .map(({ id, name }) => ({ id, name, sets: sets.get(id) ?? 0 }))
    .toSorted((a, b) => b.sets - a.sets);
  return (
    <>
      <DataTable
        caption="先週鍛えた部位"
        columns={['部位', 'セット', '目安']}
        rows={trained.map((muscle) => ({
          key: muscle.id,
          cells: [muscle.name, String(muscle.sets), compareGoal(muscle.sets)],
        }))}
      />
      <Note leading="loose">
        目安は部位ごとに週{weeklySetGoal.from}〜{weeklySetGoal.to}
        セットです。補助で使った部位は0.5セットと数えます。
      </Note>
    </>
  );
}

function compareGoal(sets: number): string {
  if (sets < weeklySetGoal.from) return `あと${weeklySetGoal.from - sets}`;
  return sets <= weeklySetGoal.to ? '達成' : '多め';
}
