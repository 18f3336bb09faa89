import {
  IconArrowBackUp,
  IconChevronRight,
  IconCircle,
  IconCircleCheckFilled,
  IconCircleDashedCheck,
  IconCircleMinus,
  IconInfoCircle,
  IconPlayerSkipForward,
} from '@tabler/icons-react';
import type { RunItem, TrainingSessionRun } from '@tanren/contract/menus/menu-runs';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MachineDrawing } from '#entities/workouts/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { PlainButton, PrimaryButton } from '#ui/buttons.tsx';
import { AlertDialog } from '#ui/dialogs/dialogs.tsx';
import { Notice, StatusText } from '#ui/feedback/notices.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { VisitBests, VisitNumbers } from '#entities/workouts/visit-card.tsx';
import { lastVisitQuery } from '#entities/workouts/visits.queries.ts';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import { describeRest, describeSets, describeTarget, isOpen, sumUpVisit } from './run-progress.ts';
import classes from './menu-run.module.css';
import { type FollowedRun, useFinishRun, useSkipSets } from './menu-run.queries.ts';
import { ProgressBar } from './start-run.tsx';

/** Shows the next machine while the member walks between machines. */
export function RunPanel({ followed: { run, progress } }: { readonly followed: FollowedRun }) {
  const { next } = progress;
  return (
    <section className={classes.panel} aria-label="トレーニング中のメニュー">
      <div className={classes.head}>
        <RunTitle run={run} />
        <ProgressBar {...progress} />
      </div>
      {next === null ? null : (
        <div className={classes.next}>
          <MachineDrawing workoutTypeId={next.workoutTypeId} size={72} />
          <p className={classes.panelLabel}>次は</p>
          <NextName workoutTypeId={next.workoutTypeId} />
          <p className={classes.plan}>
            {describeRest(next)}
            <strong>{describeTarget(next)}</strong>
          </p>
          <p className={classes.panelLabel}>順番は自由です。</p>
        </div>
      )}
    </section>
  );
}

/** Maximum number of characters in the largest size that fit on a phone. */
const mostLarge = 8;

function NextName({ workoutTypeId }: { readonly workoutTypeId: number }) {
  const name = nameWorkoutType(workoutTypeId);
  return (
    <p className={classes.panelName} data-long={name.length > mostLarge || undefined}>
      {name}
    </p>
  );
}

interface SkipSetProps {
  readonly followed: FollowedRun;
  readonly linkedTypeId: number;
}

/** Offers, between two sets, to skip the next set on the linked machine. */
export function SkipSet({ followed, linkedTypeId }: SkipSetProps) {
  const { skip, isPending } = useSkipSets(followed);
  const position = followed.progress.items.findIndex(
    (item) => item.workoutTypeId === linkedTypeId && isOpen(item),
  );
  if (position === -1) return null;
  return (
    <div className={classes.end}>
      <PlainButton
        aria-disabled={isPending}
        onClick={() => {
          skip(position, 1);
        }}
      >
        <IconPlayerSkipForward size={20} stroke={1.75} aria-hidden />
        このセットをスキップする
      </PlainButton>
    </div>
  );
}

interface RunStripProps {
  readonly followed: FollowedRun;
  /** Whether the linked machine is part of the menu. */
  readonly isPart: boolean;
}

/** Shows the current menu and its progress above a running set. */
export function RunStrip({ followed: { run, progress }, isPart }: RunStripProps) {
  return (
    <section className={classes.strip} aria-label="トレーニング中のメニュー">
      <RunTitle run={run} />
      <ProgressBar {...progress} />
      {isPart ? null : (
        <Notice Icon={IconInfoCircle}>
          このマシンはトレーニング中のメニューに含まれていません。記録は通常どおり残ります。
        </Notice>
      )}
    </section>
  );
}

/**
 * Shows the title that the menu had when the run began. A menu that was deleted since has no link.
 */
function RunTitle({ run: { title, trainingSessionId } }: { readonly run: TrainingSessionRun }) {
  return (
    <h2 className={classes.runTitle}>
      {trainingSessionId === null ? (
        title
      ) : (
        <Link to="/training-sessions/$trainingSessionId" params={{ trainingSessionId }}>
          {title}
        </Link>
      )}
    </h2>
  );
}

interface RunStepsProps {
  readonly followed: FollowedRun;
  /** Workout type of the linked machine. `null` between machines. */
  readonly linkedTypeId: number | null;
}

/** Lists every step of the menu in its order, with its progress. */
export function RunSteps({ followed, linkedTypeId }: RunStepsProps) {
  const { skip, restore, isPending } = useSkipSets(followed);
  const rows = followed.progress.items.map((item, position) => ({ ...item, position }));
  return (
    <Card heading="メニューの種目">
      <ol className={classes.list}>
        {rows.map((item) => (
          <li
            key={item.position}
            className={classes.row}
            data-done={!isOpen(item)}
            data-here={item.workoutTypeId === linkedTypeId && isOpen(item)}
          >
            <Mark item={item} />
            <MachineDrawing workoutTypeId={item.workoutTypeId} size={48} />
            <span className={classes.itemWords}>
              <span className={classes.itemName}>{nameWorkoutType(item.workoutTypeId)}</span>
              <span className={classes.itemNote}>
                {item.sets === 0 ? null : `${describeSets(item)}・${describeTarget(item)}`}
              </span>
              {(item.skippedSets ?? 0) === 0 ? null : (
                <span className={classes.itemNote}>{item.skippedSets}セットをスキップ</span>
              )}
            </span>
            {item.sets === 0 ? null : (
              <span className={classes.count}>
                {item.doneSets}/{item.sets}
              </span>
            )}
            {isOpen(item) ? (
              <PlainButton
                aria-label={`${nameWorkoutType(item.workoutTypeId)}の残りをスキップする`}
                aria-disabled={isPending}
                onClick={() => {
                  skip(item.position, item.sets - item.doneSets);
                }}
              >
                <IconPlayerSkipForward size={20} stroke={1.75} aria-hidden />
              </PlainButton>
            ) : (item.skippedSets ?? 0) === 0 ? null : (
              <PlainButton
                aria-label={`${nameWorkoutType(item.workoutTypeId)}のスキップを元に戻す`}
                aria-disabled={isPending}
                onClick={() => {
                  restore(item.position);
                }}
              >
                <IconArrowBackUp size={20} stroke={1.75} aria-hidden />
              </PlainButton>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Shows the progress of an item as an icon. The count next to it says the same in words. */
function Mark({ item }: { readonly item: RunItem }) {
  if (item.sets === 0) return <IconCircleMinus size={24} stroke={1.75} aria-hidden />;
  if (!isOpen(item)) return <IconCircleCheckFilled size={24} aria-hidden />;
  const MarkIcon = item.doneSets > 0 ? IconCircleDashedCheck : IconCircle;
  return <MarkIcon size={24} stroke={1.75} aria-hidden />;
}

interface FinishProps {
  readonly followed: FollowedRun;
  /**
   * Leaves the machine, which then sends its remaining data, and returns whether that worked.
   * `null` when no machine is linked.
   */
  readonly leave: (() => Promise<boolean>) | null;
}

/** Asks before ending the run, because an ended run cannot be continued. */
export function EndEarly({ followed: { run, progress }, leave }: FinishProps) {
  const hasUnstored = progress.unstored.length > 0;
  const { finish, isPending } = useFinishRun(run, { leave, hasUnstored });
  const [asks, setAsks] = useState(false);
  const dismiss = () => {
    setAsks(false);
  };
  return (
    <div className={classes.end}>
      <PlainButton
        aria-disabled={isPending}
        aria-busy={isPending}
        onClick={() => {
          if (!isPending) setAsks(true);
        }}
      >
        メニューを途中で終了する
      </PlainButton>
      {asks ? (
        <AlertDialog
          title="メニューを終了しますか"
          onDismiss={dismiss}
          actions={
            <>
              <PrimaryButton variant="default" onClick={dismiss}>
                メニューを続ける
              </PrimaryButton>
              <PrimaryButton
                variant="filled"
                onClick={() => {
                  dismiss();
                  finish();
                }}
              >
                終了する
              </PrimaryButton>
            </>
          }
        >
          <p>
            {leave === null
              ? 'ここまでの記録は残ります。終了したメニューは再開できません。'
              : 'マシンとの接続を解除し、ここまでの記録を保存します。終了したメニューは再開できません。'}
          </p>
        </AlertDialog>
      ) : null}
    </div>
  );
}

/** Shows the totals of the visit after all sets are done, and the button that ends the run. */
export function RunDone({ followed: { run, progress }, leave }: FinishProps) {
  const query = useQuery(lastVisitQuery);
  const last = query.data ?? null;
  // The last visit is one of another day until the first bout is stored.
  const visit = last !== null && last.endedAt > run.startedAt ? last : null;
  const hasUnstored = progress.unstored.length > 0;
  const { finish, isPending } = useFinishRun(run, { leave, hasUnstored });
  return (
    <section className={classes.doneRun} aria-label="メニュー完了">
      <StatusText>
        <strong className={classes.heading}>メニュー完了</strong>
      </StatusText>
      <RunTitle run={run} />
      <VisitNumbers visit={sumUpVisit(visit, progress.unstored, run.startedAt)} size={28} />
      <LoadAgainIfMissing what="今日の来館" query={query} />
      <VisitBests bests={visit?.personalBests ?? []} celebrates />
      <PrimaryButton
        variant="filled"
        aria-disabled={isPending}
        aria-busy={isPending}
        onClick={finish}
      >
        {leave === null ? '終了する' : '接続を解除して終了する'}
      </PrimaryButton>
      {/* The notes are below the button, because they appear and disappear with the record and
          must not move it. */}
      {!hasUnstored || leave === null ? null : (
        <p className={classes.doneNote}>最後の記録は、マシンとの接続を解除すると保存されます。</p>
      )}
      {visit === null ? null : (
        <Link to="/visits/$date" params={{ date: visit.date }} className={classes.visitLink}>
          今日の来館を見る
          <IconChevronRight size={20} stroke={1.75} aria-hidden />
        </Link>
      )}
    </section>
  );
}
