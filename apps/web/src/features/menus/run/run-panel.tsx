import { IconChevronRight, IconInfoCircle, IconPlayerStop } from '@tabler/icons-react';
import type { TrainingSessionRun } from '@tanren/contract/menus/menu-runs';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { PlainButton, PrimaryButton } from '#ui/buttons.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { Notice, StatusText } from '#ui/feedback/notices.tsx';
import { VisitBests, VisitNumbers } from '#entities/workouts/visit-card.tsx';
import { lastVisitQuery } from '#entities/workouts/visits.queries.ts';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import { look, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { describeRest, describeTarget, sumUpVisit, findMachine } from './run-progress.ts';
import classes from './menu-run.module.css';
import { type WatchedRun, useFinishRun } from './menu-run.queries.ts';
import { NextMachineChoices, NextMachineLine } from './next-machine.tsx';
import type { OrderedRun } from './next-machines.queries.ts';
import { ProgressBar } from './start-run.tsx';

/** Shows the next machine while the member walks between machines. */
export function RunPanel({ followed }: { readonly followed: OrderedRun }) {
  const { run, progress, machines } = followed;
  const { next } = progress;
  const machine = findMachine(machines, progress.order[0]);
  return (
    <Stack as="section" gap={16} card padding={16} aria-label="トレーニング中のメニュー">
      <Stack gap={8}>
        <RunTitle run={run} />
        <ProgressBar {...progress} />
        {machines === null || machines.minutes === 0 ? null : (
          <Note>残り約{machines.minutes}分（待ち時間を含む）</Note>
        )}
      </Stack>
      {next === null ? null : (
        <Stack from={768} gap={16} align="start">
          <Stack columns="auto 1fr" gap={16} rowGap={4} top className={classes.next}>
            <MachineDrawing workoutTypeId={next.workoutTypeId} size={72} />
            <Note>次は</Note>
            <NextName workoutTypeId={next.workoutTypeId} />
            <Row as="p" gap={16} rowGap={0} align="baseline" wrap size={20} leading="snug">
              {describeRest(next)}
              <strong>{describeTarget(next)}</strong>
            </Row>
            {machine === null ? (
              <Note across>空いているマシンからどうぞ。</Note>
            ) : (
              <NextMachineLine item={machine} />
            )}
          </Stack>
          <NextMachineChoices followed={followed} />
        </Stack>
      )}
    </Stack>
  );
}

/** Maximum number of characters in the largest size that fit on a phone. */
const maxLargeSteps = 8;

function NextName({ workoutTypeId }: { readonly workoutTypeId: number }) {
  const name = nameWorkoutType(workoutTypeId);
  return (
    <Text
      size={28}
      weight={700}
      leading="close"
      className={classes.panelName}
      data-long={name.length > maxLargeSteps || undefined}
    >
      {name}
    </Text>
  );
}

interface RunStripProps {
  readonly followed: WatchedRun;
  /** Whether the linked machine is part of the menu. */
  readonly isPart: boolean;
}

/** Shows the current menu and its progress above a running set. */
export function RunStrip({ followed: { run, progress }, isPart }: RunStripProps) {
  return (
    <Stack as="section" gap={4} aria-label="トレーニング中のメニュー">
      <RunTitle run={run} />
      <ProgressBar {...progress} />
      {isPart ? null : (
        <Notice Icon={IconInfoCircle}>
          このマシンはトレーニング中のメニューに含まれていません。記録は通常どおり残ります。
        </Notice>
      )}
    </Stack>
  );
}

/**
 * Shows the title that the menu had when the run began. A menu that was deleted since has no link.
 */
function RunTitle({ run: { title, trainingSessionId } }: { readonly run: TrainingSessionRun }) {
  return (
    <Text as="h2" size={16} leading="snug">
      {trainingSessionId === null ? (
        title
      ) : (
        <Link
          to="/training-sessions/$trainingSessionId"
          params={{ trainingSessionId }}
          className={look('underlines')}
        >
          {title}
        </Link>
      )}
    </Text>
  );
}

interface FinishProps {
  readonly followed: WatchedRun;
  /**
   * Leaves the machine, which then sends its remaining data, and returns whether that worked.
   * `null` when no machine is linked.
   */
  readonly leave: (() => Promise<boolean>) | null;
}

/** Asks before ending the run, because an ended run cannot be continued. */
export function EndEarly({ followed: { run, progress }, leave }: FinishProps) {
  const { finish, isPending } = useFinishRun(run, { leave, progress });
  const [isConfirmOpen, setIsConfirmOpen] = useState(false);
  const dismiss = () => {
    setIsConfirmOpen(false);
  };
  return (
    <Stack justify="center">
      <PlainButton
        aria-disabled={isPending}
        aria-busy={isPending}
        onClick={() => {
          if (!isPending) setIsConfirmOpen(true);
        }}
      >
        メニューを途中で終了する
      </PlainButton>
      {isConfirmOpen ? (
        <ConfirmDialog
          title="メニューを終了しますか"
          keep="終了しない"
          confirm="終了する"
          Icon={IconPlayerStop}
          onConfirm={() => {
            dismiss();
            finish();
          }}
          onDismiss={dismiss}
        >
          <p>
            {leave === null
              ? 'ここまでの記録は残ります。終了したメニューは再開できません。'
              : 'マシンとの接続を解除し、ここまでの記録を保存します。終了したメニューは再開できません。'}
          </p>
        </ConfirmDialog>
      ) : null}
    </Stack>
  );
}

/** Shows the totals of the visit after all sets are done, and the button that ends the run. */
export function RunDone({ followed: { run, progress }, leave }: FinishProps) {
  const query = useQuery(lastVisitQuery);
  const last = query.data ?? null;
  // The last visit is one of another day until the first bout is stored.
  const visit = last !== null && last.endedAt > run.startedAt ? last : null;
  const hasUnstored = progress.unstored.length > 0;
  const { finish, isPending } = useFinishRun(run, { leave, progress });
  return (
    <Stack
      as="section"
      gap={12}
      card
      padding={16}
      className={classes.doneRun}
      aria-label="メニュー完了"
    >
      <StatusText>
        <Text as="strong" size={28} leading="tight">
          メニュー完了
        </Text>
      </StatusText>
      <RunTitle run={run} />
      <ProgressBar {...progress} />
      <Note as="h3" weight={500}>
        今日の合計
      </Note>
      <VisitNumbers visit={sumUpVisit(visit, progress.unstored, run.startedAt)} size={28} />
      <LoadAgainIfMissing what="今日のトレーニング" query={query} />
      <VisitBests bests={visit?.personalBests ?? []} celebrates />
      <PrimaryButton
        variant="filled"
        aria-disabled={isPending}
        aria-busy={isPending}
        onClick={finish}
      >
        {leave === null ? '終了する' : 'トレーニングを終える'}
      </PrimaryButton>
      {/* The notes are below the button, because they appear and disappear with the record and
          must not move it. */}
      {!hasUnstored || leave === null ? null : <Note>終えると、最後の記録が保存されます。</Note>}
      {visit === null ? null : (
        // The link is neutral, because the button above it is the main action.
        <Link
          to="/visits/$date"
          params={{ date: visit.date }}
          className={look('row', 'align-center', 'justify-between', 'tall-44', 'bare')}
        >
          今日の記録を見る
          <IconChevronRight size={20} stroke={1.75} aria-hidden />
        </Link>
      )}
    </Stack>
  );
}
