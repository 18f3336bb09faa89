import type { Visit } from '@tanren/contract/workouts/visits';
import { type MouseEvent, type ReactNode, useState, useSyncExternalStore } from 'react';
import { describeWhen, VisitCard } from '#entities/workouts/visit-card.tsx';
import { formatGymDate } from '#lib/dates.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { Stack } from '#ui/layout.tsx';
import { useDrawn } from '#ui/lists/paged-list.tsx';
import { VisitDetail, WorkoutRows } from './visit-detail.tsx';
import classes from './visit.module.css';

interface VisitListProps {
  /** Visits, newest first. */
  readonly visits: readonly Visit[];
  /** Workout type that the list is filtered by. Its records are unfolded. */
  readonly workoutType: number | null;
}

const keyOf = ({ date, gymId }: Visit) => `${date} ${gymId}`;

/**
 * Lists each visit with its totals. A visit unfolds its workouts or, with `choose`, is shown next
 * to the list.
 */
export function VisitList({
  visits,
  workoutType,
  chosen,
  choose,
}: VisitListProps & Partial<Choice>) {
  const drawn = useDrawn(visits);
  return (
    <Stack as="ul" gap={12}>
      {drawn.map((visit) => (
        <Stack key={keyOf(visit)} as="li" card className={classes.item}>
          <VisitCard
            visit={visit}
            current={chosen === keyOf(visit)}
            onClick={
              choose === undefined
                ? undefined
                : (event) => {
                    if (opensElsewhere(event)) return;
                    event.preventDefault();
                    choose(keyOf(visit));
                  }
            }
          />
          <Workouts visit={visit} workoutType={workoutType} />
        </Stack>
      ))}
    </Stack>
  );
}

interface Choice {
  readonly chosen: string | null;
  readonly choose: (key: string) => void;
}

function opensElsewhere({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey;
}

function Workouts({ visit, workoutType }: { visit: Visit; workoutType: number | null }) {
  const shown =
    workoutType === null
      ? visit.workouts
      : visit.workouts.filter(({ workoutTypeId }) => workoutTypeId === workoutType);
  return (
    <Disclosure
      label={workoutType === null ? `種目ごとに見る（${shown.length}）` : 'この種目の記録'}
      open={workoutType !== null}
    >
      <WorkoutRows workouts={shown} />
    </Disclosure>
  );
}

interface VisitsBesideProps {
  /** Visits, newest first. */
  readonly visits: readonly Visit[];
  readonly nickname: string;
  readonly children: (choice: Partial<Choice>) => ReactNode;
}

/**
 * Shows the list and, on a wide screen, the chosen visit next to it. The newest visit is chosen at
 * first.
 */
export function VisitsBeside({ visits, nickname, children }: VisitsBesideProps) {
  const isWide = useIsWide();
  const [key, choose] = useState<string | null>(null);
  if (!isWide) return children({});
  const visit = visits.find((one) => keyOf(one) === key) ?? visits[0];
  return (
    <Stack gap={24} className={classes.beside}>
      <div>{children({ chosen: visit === undefined ? null : keyOf(visit), choose })}</div>
      {visit === undefined ? null : (
        <section className={classes.panel} aria-label="選んだ来館">
          <h2 className={classes.panelHead}>
            {formatGymDate(visit.date)} {describeWhen(visit)}
          </h2>
          {/* The key resets the switch for the nickname when another visit is chosen. */}
          <VisitDetail key={keyOf(visit)} visit={visit} nickname={nickname} />
        </section>
      )}
    </Stack>
  );
}

const wide = '(min-width: 1024px)';

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => {
    query.removeEventListener('change', onChange);
  };
}

/**
 * Returns whether a list and its detail are shown side by side. The width is the same as in the
 * style sheets.
 */
function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(wide).matches);
}
