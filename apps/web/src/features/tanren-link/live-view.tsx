import { IconCloudOff, IconPlugConnectedX } from '@tabler/icons-react';
import type { TanrenConnection } from '@tanren/contract/tanren-connection';
import type { ReactNode } from 'react';
import { nameWorkoutType } from '#lib/workout-types.ts';
import { Notice } from '#ui/notice.tsx';
import { Page } from '#ui/page.tsx';
import { PlainButton } from '#ui/plain-button.tsx';
import { useWakeLock } from '#ui/use-wake-lock.ts';
import type { BoutPlan } from './bout-plan.ts';
import { BoutTotals } from './bout-totals.tsx';
import { liveFeed } from './browser-live-feed.ts';
import { ChannelBadge } from './channel-badge.tsx';
import { IdleWarning } from './idle-warning.tsx';
import type { LiveSnapshot } from './live-feed.ts';
import { hasRunningBout } from './live-state.ts';
import { MachineDone } from './machine-done.tsx';
import { NextTarget } from './next-target.tsx';
import { PlannedTarget } from './planned-target.tsx';
import { RejectedNotice } from './rejected-notice.tsx';
import { RepCounter } from './rep-counter.tsx';
import { SetList } from './set-list.tsx';
import { StoredNotice } from './stored-notice.tsx';
import { UnlinkButton } from './unlink-button.tsx';
import classes from './live-view.module.css';

interface LiveViewProps {
  readonly connection: TanrenConnection;
  readonly snapshot: LiveSnapshot;
  readonly plan: BoutPlan | null;
  readonly nextTypeId: number | null;
  readonly above: ReactNode;
  readonly below: ReactNode;
}

/** The machine the member sits at, rep by rep. */
export function LiveView({
  connection,
  snapshot: { channel, live },
  plan,
  nextTypeId,
  above,
  below,
}: LiveViewProps) {
  const { machine } = connection;
  const { bout } = live;
  const running = hasRunningBout(live);
  const isDoneHere = plan?.next === null;
  const shown = bout !== null && (running || bout.lifting) ? bout : null;
  useWakeLock(shown !== null);
  return (
    <Page
      title={nameWorkoutType(machine.workoutTypeId)}
      above={`${machine.gymName}・マシン ${machine.id}`}
      action={<ChannelBadge {...channel} />}
    >
      <LiveNotices channel={channel} online={machine.online} />
      <IdleWarning connection={connection} activeAt={live.activeAt} />
      <RejectedNotice rejected={live.rejected} />
      {above}
      {isDoneHere && nextTypeId !== null && bout?.lifting !== true ? (
        <MachineDone nextTypeId={nextTypeId} />
      ) : null}
      <StoredNotice stored={live.stored} celebrated={live.celebrated} />
      <div className={classes.columns}>
        {shown === null ? (
          <Target workoutTypeId={machine.workoutTypeId} loadKg={bout?.loadKg ?? null} plan={plan} />
        ) : (
          <RepCounter bout={shown} restSince={live.restSince} plan={plan} />
        )}
        <div className={classes.column}>
          {shown === null ? null : (
            <>
              <BoutTotals max={shown.max} tfo={shown.tfo} />
              <SetList sets={shown.sets} lifting={shown.lifting} />
            </>
          )}
          {below}
          <UnlinkButton asksFirst={running && !isDoneHere} />
        </div>
      </div>
    </Page>
  );
}

interface TargetProps {
  readonly workoutTypeId: number;
  readonly loadKg: number | null;
  readonly plan: BoutPlan | null;
}

/** By the session where one is followed, else by the last time; whoever is done needs none. */
function Target({ plan, ...machine }: TargetProps) {
  if (plan === null) return <NextTarget {...machine} />;
  return plan.next === null ? null : <PlannedTarget {...machine} next={plan.next} />;
}

interface LiveNoticesProps {
  readonly channel: LiveSnapshot['channel'];
  readonly online: boolean;
}

/** What keeps reps from being seen; none of it keeps them from being counted. */
function LiveNotices({ channel: { phase }, online }: LiveNoticesProps) {
  if (phase === 'reconnecting') {
    return (
      <div>
        <Notice Icon={IconCloudOff}>
          通信が途切れています。記録はマシンに残るので、そのまま続けられます。
        </Notice>
        <PlainButton onClick={liveFeed.reconnect}>今すぐ再接続</PlainButton>
      </div>
    );
  }
  if (!online || phase === 'waiting') {
    return (
      <Notice Icon={IconPlugConnectedX}>
        マシンからの通信が届いていません。記録はマシンに残り、つながり次第保存されます。
      </Notice>
    );
  }
  return null;
}
