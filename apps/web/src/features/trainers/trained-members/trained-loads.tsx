import { addHonorific } from '@tanren/domain/members/honorifics';
import { IconChartLine } from '@tabler/icons-react';
import type { WorkoutLoad } from '@tanren/contract/workouts/workout-loads';
import type { StrengthBand } from '@tanren/contract/workouts/workout-strength';
import type { WorkoutType } from '@tanren/contract/workouts/workout-types';
import { isWorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { NextLoadChance } from '#entities/workouts/next-load-chance.tsx';
import { explainNextLoad } from '#entities/workouts/next-load-text.ts';
import { formatStrength, unknownStrength } from '#entities/workouts/strength-words.ts';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { formatKg } from '#lib/number-format.ts';
import { Amount, LegendMark } from '#ui/charts/amount.tsx';
import { Row, Stack, Text } from '#ui/layout.tsx';
import { SectionHeading } from '#ui/page.tsx';
import { NotShared, useMember, useShares } from './linked-member.tsx';
import { CalibrationCard } from './strength-calibration.tsx';
import { LoadChoice } from './load-choice.tsx';
import classes from './trained-member.module.css';
import { trainedLoadsQuery, trainedTypesQuery } from './trained-records.queries.ts';

/** Shows the last, best and next load of each type, and the button to choose the next one. */
export function TrainedLoadsView() {
  return useShares('history') ? <TrainedLoads /> : <NotShared />;
}

function TrainedLoads() {
  const { memberId, nickname } = useMember();
  const { data: loads } = useSuspenseQuery(trainedLoadsQuery(memberId));
  const { data: types } = useSuspenseQuery(trainedTypesQuery(memberId));
  if (loads === null || types === null) return <NotShared />;
  return (
    <>
      {loads.length === 0 ? null : <CalibrationCard />}
      {loads.length === 0 ? (
        <Text>
          {addHonorific(nickname)}
          の記録はまだありません。トレーニングをすると、種目ごとの重量がここに並びます。
        </Text>
      ) : (
        <Stack as="ul" from={768} gap={12} level>
          {loads.map((load) => (
            <li key={load.workoutTypeId}>
              <TrainedLoadCard load={load} />
            </li>
          ))}
        </Stack>
      )}
      <FirstLoads types={types.filter(({ workouted }) => !workouted)} />
    </>
  );
}

function TrainedLoadCard({ load }: { readonly load: WorkoutLoad }) {
  const id = useId();
  const { workoutTypeId, nextLoadReason } = load;
  // The page does not know the machines of a type that only a newer server has.
  if (!isWorkoutTypeId(workoutTypeId)) return null;
  const chosen = nextLoadReason === 'trainer';
  return (
    <Stack as="section" gap={8} top card className={classes.card} aria-labelledby={id}>
      <Row as="header" gap={8} align="center" justify="between">
        <MachineDrawing workoutTypeId={workoutTypeId} size={48} />
        <Text id={id} as="h2" size={16} leading="snug" grow>
          {nameWorkoutType(workoutTypeId)}
        </Text>
        <CourseLink load={load} />
      </Row>
      <Stack as="dl" gap={8} className={classes.numbers}>
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
        <Labelled
          label={
            <>
              <LegendMark color="blue" />
              推定1RM
            </>
          }
          kg={load.strength ?? null}
        />
        <Labelled label={chosen ? '次回（指定中）' : '次回'} kg={load.nextLoad} />
      </Stack>
      <NextLoadChance load={load} />
      <Text quiet size={14} leading="loose" lines>
        {chosen ? `理由：${load.nextLoadNote?.text ?? ''}` : explainNextLoad(load)}
      </Text>
      <LoadChoice
        workoutTypeId={workoutTypeId}
        startKg={load.nextLoad}
        reason={chosen ? (load.nextLoadNote?.text ?? '') : null}
        clearedText="記録にもとづく重量に戻りました。"
      />
    </Stack>
  );
}

/**
 * Lists the types that the member has never done. The trainer can choose the first load of each.
 */
function FirstLoads({ types }: { readonly types: readonly WorkoutType[] }) {
  const id = useId();
  if (types.length === 0) return null;
  return (
    <Stack as="section" gap={8} aria-labelledby={id}>
      <SectionHeading id={id}>はじめての種目</SectionHeading>
      <Text quiet size={14} leading="loose" lines>
        まだ記録のない種目も、次回の重量を指定できます。
      </Text>
      <Stack as="ul" from={768} gap={12} level>
        {types.map((type) => (
          <li key={type.id}>
            <FirstLoadCard type={type} />
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

function FirstLoadCard({ type: { id, firstLoad } }: { readonly type: WorkoutType }) {
  const nameId = useId();
  if (!isWorkoutTypeId(id)) return null;
  return (
    <Stack as="section" gap={8} top card className={classes.card} aria-labelledby={nameId}>
      <Row as="header" gap={8} align="center" justify="between">
        <MachineDrawing workoutTypeId={id} size={48} />
        <Text id={nameId} as="h3" size={16} leading="snug" grow>
          {nameWorkoutType(id)}
        </Text>
      </Row>
      {firstLoad === undefined ? null : (
        <>
          <Stack as="dl" gap={8} className={classes.numbers}>
            <Labelled label="次回（指定中）" kg={firstLoad.loadKg} />
          </Stack>
          <Text quiet size={14} leading="loose" lines>
            理由：{firstLoad.note.text}
          </Text>
        </>
      )}
      <LoadChoice
        workoutTypeId={id}
        startKg={firstLoad?.loadKg ?? null}
        reason={firstLoad?.note.text ?? null}
        clearedText="軽い重量から始める案内に戻りました。"
      />
    </Stack>
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

interface LabelledProps {
  readonly label: ReactNode;
  /** Load, or range of a strength. `null` while too little is known about it. */
  readonly kg: number | StrengthBand | null;
}

function Labelled({ label, kg }: LabelledProps) {
  return (
    <div>
      <Text as="dt" size={12} quiet leading="snug">
        {label}
      </Text>
      <Text as="dd">
        {kg === null ? (
          unknownStrength
        ) : (
          <Amount value={typeof kg === 'number' ? formatKg(kg) : formatStrength(kg)} unit="kg" />
        )}
      </Text>
    </div>
  );
}
