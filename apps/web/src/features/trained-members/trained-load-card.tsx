import { IconChartLine, IconPencil } from '@tabler/icons-react';
import type { WorkoutLoad } from '@tanren/contract/workout-loads';
import { isWorkoutTypeId } from '@tanren/domain/workout-type-ids';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { formatKg } from '#lib/number-format.ts';
import { explainNextLoad } from '#entities/workouts/next-load-text.ts';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { Amount, LegendMark } from '#ui/charts/amount.tsx';
import { PlainButton } from '#ui/buttons.tsx';
import { ChooseLoadForm } from './choose-load-form.tsx';
import { ClearLoad } from './clear-load.tsx';
import classes from './trained-load-card.module.css';
import { useMember } from './within-link.tsx';

export function TrainedLoadCard({ load }: { readonly load: WorkoutLoad }) {
  const id = useId();
  const [choosing, setChoosing] = useState(false);
  const actions = useFocusAfter(choosing);
  const { workoutTypeId, nextLoadReason } = load;
  // The machines of a type that is newer than the page are not known.
  if (!isWorkoutTypeId(workoutTypeId)) return null;
  const chosen = nextLoadReason === 'trainer';
  return (
    <section className={classes.card} aria-labelledby={id}>
      <header className={classes.head}>
        <h2 id={id} className={classes.name}>
          {nameWorkoutType(workoutTypeId)}
        </h2>
        <CourseLink load={load} />
      </header>
      <dl className={classes.numbers}>
        <Labelled label={`前回（${load.lastReps}回）`} kg={load.lastLoad} />
        <Labelled
          label={
            <>
              <LegendMark color="cyan" />
              最大
            </>
          }
          kg={load.maxLoad}
        />
        <Labelled label={chosen ? '次回（指定中）' : '次回'} kg={load.nextLoad} />
      </dl>
      <p className={classes.reason}>
        {chosen ? `理由: ${load.nextLoadNote?.text ?? ''}` : explainNextLoad(load)}
      </p>
      {choosing ? (
        <ChooseLoadForm
          load={load}
          workoutTypeId={workoutTypeId}
          onDone={() => {
            setChoosing(false);
          }}
        />
      ) : (
        <div className={classes.actions} ref={actions}>
          <PlainButton
            onClick={() => {
              setChoosing(true);
            }}
          >
            <IconPencil size={20} stroke={1.75} aria-hidden />
            {chosen ? '指定を変更する' : '次回の重量を指定する'}
          </PlainButton>
          {chosen ? <ClearLoad workoutTypeId={workoutTypeId} /> : null}
        </div>
      )}
    </section>
  );
}

/** The form takes the focus with it when it goes: it goes back to what had opened it. */
function useFocusAfter(open: boolean) {
  const element = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current && !open) element.current?.querySelector('button')?.focus();
    wasOpen.current = open;
  }, [open]);
  return element;
}

function CourseLink({ load: { workoutTypeId } }: { readonly load: WorkoutLoad }) {
  const { memberId } = useMember();
  if (!isWorkoutTypeId(workoutTypeId)) return null;
  return (
    <Link
      to="/trainer/members/$memberId/training-history/$workoutTypeId"
      params={{ memberId, workoutTypeId }}
      className={classes.course}
      aria-label={`${nameWorkoutType(workoutTypeId)}の推移`}
    >
      <IconChartLine size={20} stroke={1.75} aria-hidden />
      推移
    </Link>
  );
}

function Labelled({ label, kg }: { readonly label: ReactNode; readonly kg: number }) {
  return (
    <div>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.amount}>
        <Amount value={formatKg(kg)} unit="kg" />
      </dd>
    </div>
  );
}
