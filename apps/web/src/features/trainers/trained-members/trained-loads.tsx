import { addHonorific } from '@tanren/domain/members/honorifics';
import { IconArrowBackUp, IconChartLine, IconPencil } from '@tabler/icons-react';
import type { WorkoutLoad } from '@tanren/contract/workouts/workout-loads';
import { isWorkoutTypeId, type WorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { explainNextLoad } from '#entities/workouts/next-load-text.ts';
import { MachineDrawing } from '#entities/workouts/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { notifyDone } from '#lib/notifier.ts';
import { formatKg } from '#lib/number-format.ts';
import { notifyRefusal } from '#lib/refusals.ts';
import { PlainButton } from '#ui/buttons.tsx';
import { Amount, LegendMark } from '#ui/charts/amount.tsx';
import { ChooseLoadForm } from './choose-load-form.tsx';
import { NotShared, useMember, useShares } from './linked-member.tsx';
import classes from './trained-member.module.css';
import { sendChosenLoad, trainedLoadsQuery } from './trained-records.queries.ts';

/** Last, best and next load of each type, and the way to choose the next one. */
export function TrainedLoadsView() {
  return useShares('history') ? <TrainedLoads /> : <NotShared />;
}

function TrainedLoads() {
  const { memberId, nickname } = useMember();
  const { data: loads } = useSuspenseQuery(trainedLoadsQuery(memberId));
  if (loads === null) return <NotShared />;
  if (loads.length === 0) {
    return (
      <p className={classes.none}>
        {addHonorific(nickname)}
        の記録はまだありません。トレーニングをすると、種目ごとの重量がここに並びます。
      </p>
    );
  }
  return (
    <ul className={classes.cards}>
      {loads.map((load) => (
        <li key={load.workoutTypeId}>
          <TrainedLoadCard load={load} />
        </li>
      ))}
    </ul>
  );
}

function TrainedLoadCard({ load }: { readonly load: WorkoutLoad }) {
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
        <MachineDrawing workoutTypeId={workoutTypeId} size={48} />
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
              最大重量
            </>
          }
          kg={load.maxLoad}
        />
        <Labelled label={chosen ? '次回（指定中）' : '次回'} kg={load.nextLoad} />
      </dl>
      <p className={classes.reason}>
        {chosen ? `理由：${load.nextLoadNote?.text ?? ''}` : explainNextLoad(load)}
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
        <div className={classes.loadActions} ref={actions}>
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

function CourseLink({ load: { workoutTypeId } }: { readonly load: WorkoutLoad }) {
  const { memberId } = useMember();
  if (!isWorkoutTypeId(workoutTypeId)) return null;
  return (
    <Link
      to="/trainer/members/$memberId/training-history/$workoutTypeId"
      params={{ memberId, workoutTypeId }}
      className={classes.courseLink}
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

/** Back to the load that follows from the records. */
function ClearLoad({ workoutTypeId }: { readonly workoutTypeId: WorkoutTypeId }) {
  const { memberId } = useMember();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationKey: ['trained-load', 'clear'],
    meta: { errorShownByForm: true },
    mutationFn: () => sendChosenLoad(queryClient, memberId, workoutTypeId, null),
    onSuccess: () => {
      const name = nameWorkoutType(workoutTypeId);
      notifyDone('指定を解除しました', `${name}は記録にもとづく重量に戻りました。`);
    },
    onError: (error) => {
      notifyRefusal('指定を解除できませんでした', error);
    },
  });
  return (
    <PlainButton
      aria-disabled={isPending}
      onClick={() => {
        if (!isPending) mutate();
      }}
    >
      <IconArrowBackUp size={20} stroke={1.75} aria-hidden />
      指定を解除する
    </PlainButton>
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
