import { IconCloudOff, IconPlugConnectedX } from '@tabler/icons-react';
import type { TanrenConnection } from '@tanren/contract/machines/tanren-connection';
import { type ReactNode, useState } from 'react';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { MachinesUnreachable } from '#entities/machines/machines-unreachable.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { Notice } from '#ui/feedback/notices.tsx';
import { Page } from '#ui/page.tsx';
import { PrimaryButton } from '#ui/buttons.tsx';
import { useWakeLock } from '#ui/device.ts';
import { Note, Row, Stack } from '#ui/layout.tsx';
import { useUnlink } from './link-machine.ts';
import type { LiveSnapshot } from './live-feed.ts';
import {
  ChannelBadge,
  IdleWarning,
  InspectionNotice,
  RejectedNotice,
  StoredNotice,
  withoutBest,
} from './live-notices.tsx';
import { hasRunningBout, listMeasures } from './live-state.ts';
import classes from './live-view.module.css';
import type { BoutPlan } from './live-words.ts';
import { MachineDone, type NextMachineGuide } from './machine-done.tsx';
import { NextTarget, PlannedTarget } from './machine-target.tsx';
import { BoutTotals, RepCounter, SetList } from './rep-counter.tsx';
import { liveFeed } from './use-tanren-link.ts';

interface LiveViewProps {
  readonly connection: TanrenConnection;
  readonly snapshot: LiveSnapshot;
  readonly machinesReachable: boolean;
  readonly plan: BoutPlan | null;
  readonly next: NextMachineGuide | null;
  /** Whether `above` contains the button to leave the machine. */
  readonly leavesAbove: boolean;
  readonly above: ReactNode;
  readonly below: ReactNode;
}

/** Shows the linked machine rep by rep. */
export function LiveView({
  connection,
  snapshot: { channel, live },
  machinesReachable,
  plan,
  next,
  leavesAbove,
  above,
  below,
}: LiveViewProps) {
  const { machine } = connection;
  const { bout } = live;
  const running = hasRunningBout(live);
  const isDoneHere = plan?.next === null;
  const goesOn = isDoneHere && next !== null && bout?.lifting !== true;
  const shown = bout !== null && (running || bout.lifting) ? bout : null;
  const isHeard = machine.online || !machinesReachable || channel.phase !== 'connected';
  // A phone in landscape has room for only one part above the navigation. Notices keep their
  // position there.
  const hasNews =
    connection.inspection === true ||
    live.rejected !== null ||
    (shown === null && live.stored !== null);
  const comesFirst =
    machine.online && channel.phase === 'connected' && !hasNews && !goesOn && !leavesAbove;
  useWakeLock(shown !== null);
  // Nothing but the set is on the screen until it ends. If the machine falls silent, the end is
  // unknown, so the member gets the navigation back.
  const isSetOnly = shown?.lifting === true && isHeard && channel.phase === 'connected';
  const counter =
    shown === null ? null : (
      <RepCounter
        bout={shown}
        measures={{ names: machine.measures ?? [], reps: listMeasures(live) }}
        restSince={live.restSince}
        restEnd={live.restEnd}
        plan={plan}
      />
    );
  const lifted =
    shown === null ? null : (
      <>
        <BoutTotals max={shown.max} tfo={shown.tfo} />
        <SetList sets={shown.sets} lifting={shown.lifting} />
      </>
    );
  // The counter is small when the machine is done, so the first column has room for more.
  const isOver = shown !== null && !shown.lifting && (goesOn || leavesAbove);
  return (
    <div
      className={classes.view}
      data-wide
      data-set-only={isSetOnly || undefined}
      data-menu={next !== null || undefined}
    >
      <Page
        title={nameWorkoutType(machine.workoutTypeId)}
        above={
          <Row gap={12} rowGap={0} wrap>
            <ChannelBadge phase={isHeard ? channel.phase : 'waiting'} />
            <span>
              {machine.gymName}・マシン {machine.id}
            </span>
          </Row>
        }
        picture={<MachineDrawing workoutTypeId={machine.workoutTypeId} size={56} ground="page" />}
      >
        <MachinesUnreachable answer={{ connection, machinesReachable }} />
        <LiveNotices channel={channel} online={isHeard} />
        {connection.inspection === true ? <InspectionNotice /> : null}
        <IdleWarning connection={connection} activeAt={live.activeAt} />
        <RejectedNotice rejected={live.rejected} />
        {above}
        {goesOn ? <MachineDone machine={machine} next={next} /> : null}
        <StoredNotice
          stored={leavesAbove ? withoutBest(live.stored) : live.stored}
          celebrated={live.celebrated}
        />
        <Stack
          from={1024}
          gap={16}
          align="start"
          className={classes.columns}
          data-first={comesFirst || undefined}
          data-single={(shown === null && next === null) || undefined}
        >
          {shown === null ? (
            <Target
              workoutTypeId={machine.workoutTypeId}
              loadKg={bout?.loadKg ?? null}
              plan={plan}
              seat={connection.lastSeat ?? null}
              feel={connection.machineFeel}
            />
          ) : isOver ? (
            <Stack gap={16}>
              {leavesAbove ? null : counter}
              {lifted}
            </Stack>
          ) : (
            counter
          )}
          <Stack gap={16} top className={classes.column}>
            {isOver ? null : lifted}
            {below}
            {goesOn || leavesAbove ? null : <UnlinkButton asksFirst={running && !isDoneHere} />}
          </Stack>
        </Stack>
      </Page>
    </div>
  );
}

interface LiveNoticesProps {
  readonly channel: LiveSnapshot['channel'];
  readonly online: boolean;
}

/** Shows why reps do not appear at the moment. The machine counts them in every case. */
function LiveNotices({ channel: { phase }, online }: LiveNoticesProps) {
  if (phase === 'reconnecting') {
    return (
      <Stack gap={12}>
        <Notice Icon={IconCloudOff}>
          通信が途切れています。記録はマシンに残るので、そのまま続けられます。
        </Notice>
        <PrimaryButton variant="default" onClick={liveFeed.reconnect}>
          今すぐ再接続
        </PrimaryButton>
      </Stack>
    );
  }
  if (!online || phase === 'waiting') {
    return (
      <Notice Icon={IconPlugConnectedX}>
        マシンからデータが届いていません。記録はマシンに残り、つながり次第保存されます。
      </Notice>
    );
  }
  return null;
}

interface TargetProps {
  readonly workoutTypeId: number;
  readonly loadKg: number | null;
  readonly plan: BoutPlan | null;
  /** Seat position of the last time. `null` when it is unknown. */
  readonly seat: number | null;
  /** Difference of the machine from others of its type. `undefined` when there is none. */
  readonly feel: TanrenConnection['machineFeel'];
}

/**
 * Shows the target of the menu, or one based on the last workout when no menu is followed. A
 * finished plan has no target.
 */
function Target({ plan, ...machine }: TargetProps) {
  if (plan === null) return <NextTarget {...machine} />;
  return plan.next === null ? null : <PlannedTarget {...machine} next={plan.next} />;
}

interface UnlinkButtonProps {
  /** Whether to ask first, because ending the link also ends a bout that has begun. */
  readonly asksFirst: boolean;
}

function UnlinkButton({ asksFirst }: UnlinkButtonProps) {
  const { unlink, busy } = useUnlink();
  const [isConfirmOpen, setIsConfirmOpen] = useState(false);

  return (
    <Stack gap={8}>
      <PrimaryButton
        variant="default"
        aria-disabled={busy}
        onClick={() => {
          if (asksFirst) setIsConfirmOpen(true);
          else void unlink();
        }}
      >
        接続を解除する
      </PrimaryButton>
      <Note centered>ほかのページを開いても、接続はそのまま続きます。</Note>
      {isConfirmOpen ? (
        <ConfirmDialog
          title="接続を解除しますか"
          keep="解除しない"
          Icon={IconPlugConnectedX}
          confirm="解除する"
          confirming="解除しています…"
          busy={busy}
          onConfirm={() =>
            void unlink().then(() => {
              setIsConfirmOpen(false);
            })
          }
          onDismiss={() => {
            setIsConfirmOpen(false);
          }}
        >
          <p>今回のトレーニングはここで終わり、ここまでの記録が保存されます。</p>
        </ConfirmDialog>
      ) : null}
    </Stack>
  );
}
