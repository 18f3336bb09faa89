import { IconCloudOff, IconPlugConnectedX } from '@tabler/icons-react';
import type { TanrenConnection } from '@tanren/contract/tanren-connection';
import { nameWorkoutType } from '#lib/workout-types.ts';
import { Notice } from '#ui/notice.tsx';
import { Page } from '#ui/page.tsx';
import { BoutTotals } from './bout-totals.tsx';
import { ChannelBadge } from './channel-badge.tsx';
import { IdleWarning } from './idle-warning.tsx';
import type { LiveSnapshot } from './live-feed.ts';
import { hasRunningBout } from './live-state.ts';
import { NextTarget } from './next-target.tsx';
import { RejectedNotice } from './rejected-notice.tsx';
import { RepCounter } from './rep-counter.tsx';
import { SetList } from './set-list.tsx';
import { StoredNotice } from './stored-notice.tsx';
import { UnlinkButton } from './unlink-button.tsx';
import { useWakeLock } from './use-wake-lock.ts';
import classes from './live-view.module.css';

interface LiveViewProps {
  readonly connection: TanrenConnection;
  readonly snapshot: LiveSnapshot;
}

/** The machine the member sits at, rep by rep. */
export function LiveView({ connection, snapshot: { channel, live } }: LiveViewProps) {
  const { machine } = connection;
  const { bout } = live;
  const running = hasRunningBout(live);
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
      <StoredNotice stored={live.stored} celebrated={live.celebrated} />
      <div className={classes.columns}>
        {shown === null ? (
          <NextTarget workoutTypeId={machine.workoutTypeId} loadKg={bout?.loadKg ?? null} />
        ) : (
          <RepCounter bout={shown} restSince={live.restSince} />
        )}
        <div className={classes.column}>
          {shown === null ? null : (
            <>
              <BoutTotals max={shown.max} tfo={shown.tfo} />
              <SetList sets={shown.sets} lifting={shown.lifting} />
            </>
          )}
          <UnlinkButton running={running} />
        </div>
      </div>
    </Page>
  );
}

interface LiveNoticesProps {
  readonly channel: LiveSnapshot['channel'];
  readonly online: boolean;
}

/** What keeps reps from being seen; none of it keeps them from being counted. */
function LiveNotices({ channel: { phase }, online }: LiveNoticesProps) {
  if (phase === 'reconnecting') {
    return (
      <Notice Icon={IconCloudOff}>
        通信が途切れています。記録はマシンに残るので、そのまま続けられます。
      </Notice>
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
