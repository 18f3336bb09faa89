import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClockPause,
  IconPlugConnectedX,
  IconTool,
} from '@tabler/icons-react';
import type { TanrenConnection } from '@tanren/contract/machines/tanren-connection';
import { releasesAt } from '@tanren/domain/machines/machine-links';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { formatKg } from '#lib/number-format.ts';
import type { ChannelState } from '#lib/realtime/realtime-channel.ts';
import { useNow } from '#lib/server-time.ts';
import { PersonalBestSign } from '#entities/workouts/personal-best.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { Notice, StatusText } from '#ui/feedback/notices.tsx';
import { look, Note, Row, Stack } from '#ui/layout.tsx';
import { Light } from '#ui/light.tsx';
import type { LiveState } from './live-state.ts';
import classes from './live-view.module.css';
import {
  describeDuration,
  personalBestText,
  phaseText,
  rejectionText,
  unlinkText,
} from './live-words.ts';
import { liveFeed } from './use-tanren-link.ts';

/**
 * Shows the state of the channel. A lost connection has its own notice below, so the badge is then
 * only for screen readers.
 */
export function ChannelBadge({ phase }: Pick<ChannelState, 'phase'>) {
  return (
    <div className={phase === 'reconnecting' ? 'visually-hidden' : undefined}>
      <StatusText>
        <Row as="span" gap={8} align="center" weight={500} bright>
          <Light on={phase === 'connected'} />
          {phaseText[phase]}
        </Row>
      </StatusText>
    </div>
  );
}

export function RejectedNotice({ rejected }: Pick<LiveState, 'rejected'>) {
  if (rejected === null) return null;
  // A server that is newer than the page may send reasons that the page does not know.
  const words = (rejectionText as Readonly<Record<string, string>>)[rejected.reason];
  return (
    <div role="alert">
      <Notice Icon={IconAlertTriangle}>
        {words ?? '記録できませんでした。'}お手数ですが、スタッフにお知らせください。
      </Notice>
    </div>
  );
}

/** Shows why the last link has ended. */
export function UnlinkedNotice({ reason }: { readonly reason: string | null }) {
  return (
    <StatusText>
      {reason === null ? null : (
        <Notice Icon={IconPlugConnectedX}>
          {(unlinkText as Readonly<Record<string, string>>)[reason] ?? unlinkText.member}
        </Notice>
      )}
    </StatusText>
  );
}

/**
 * Returns the stored bout unless it has a personal best, which the end of a menu celebrates itself.
 */
export const withoutBest = (stored: LiveState['stored']) =>
  stored === null || stored.personalBests.length > 0 ? null : stored;

interface StoredNoticeProps extends Pick<LiveState, 'stored' | 'celebrated'> {
  /** Whether the member has just left the machine. The card then shows both facts. */
  readonly hasLeft?: boolean;
}

/** Shows the stored bout with a link to it. A personal best is celebrated once. */
export function StoredNotice({ stored, celebrated, hasLeft = false }: StoredNoticeProps) {
  return (
    <StatusText>
      {stored === null ? null : (
        <StoredCard
          key={stored.workoutUuid}
          stored={stored}
          celebrated={celebrated}
          hasLeft={hasLeft}
        />
      )}
    </StatusText>
  );
}

interface StoredCardProps extends Required<StoredNoticeProps> {
  readonly stored: NonNullable<LiveState['stored']>;
}

function StoredCard({ stored, celebrated, hasLeft }: StoredCardProps) {
  const { workoutId, workoutTypeId, setCount, repCount, max, tfo, personalBests } = stored;
  const isBest = personalBests.length > 0;
  // The first value is kept: marking the best as seen must not interrupt the animation.
  const [celebrates] = useState(isBest && !celebrated);
  useEffect(() => {
    liveFeed.celebrate();
  }, []);
  return (
    <Stack as="span" gap={8} raised padding={16} className={classes.card}>
      <Row as="span" gap={12} align="center">
        {isBest ? (
          <PersonalBestSign size={28} celebrates={celebrates} />
        ) : (
          <IconCircleCheck size={28} stroke={1.75} aria-hidden />
        )}
        <Stack as="span" size={20} leading="tight">
          <strong>{isBest ? '自己ベスト更新！' : '記録を保存しました'}</strong>
          {isBest ? (
            <Note as="span">{personalBests.map((kind) => personalBestText[kind]).join('・')}</Note>
          ) : null}
          {hasLeft ? <Note as="span">{unlinkText.member}</Note> : null}
        </Stack>
      </Row>
      <Row as="span" wrap size={14} quiet className={classes.numbers}>
        <span>{nameWorkoutType(workoutTypeId)}</span>
        {setCount === undefined || repCount === undefined ? null : (
          <span>
            {setCount}セット・{repCount}回
          </span>
        )}
        <span>最大重量 {formatKg(max)}kg</span>
        <span>総発揮力 {formatKg(tfo)}kg</span>
      </Row>
      <Link
        to="/workouts/$workoutId"
        params={{ workoutId }}
        className={look('tap', 'narrow', 'weight-500')}
      >
        記録を見る
      </Link>
    </Stack>
  );
}

/** Says that staff inspect the machine. It still counts, so that nothing lifted is lost. */
export function InspectionNotice() {
  return (
    <Notice Icon={IconTool}>
      このマシンは点検中です。記録は残りますが、ほかのマシンをご利用ください。
    </Notice>
  );
}

const warnMs = 3 * 60_000;

interface IdleWarningProps {
  readonly connection: TanrenConnection;
  /** Time of the last rep, as far as this page knows. */
  readonly activeAt: string | null;
}

/**
 * Warns before the machine is released. It is released when nothing is lifted, because another
 * member may be waiting for it.
 */
export function IdleWarning({ connection, activeAt }: IdleWarningProps) {
  const now = useNow(1000);
  const byServer = Date.parse(connection.releasesAt);
  const byMachine = activeAt === null ? 0 : releasesAt(new Date(activeAt)).getTime();
  const left = Math.max(byServer, byMachine) - now;
  if (left > warnMs) return null;
  return (
    <Notice Icon={IconClockPause}>
      {left > 0
        ? `あと${describeDuration(left)}マシンを動かさないと、接続は自動で解除されます。`
        : 'まもなく接続が解除されます。'}
    </Notice>
  );
}
