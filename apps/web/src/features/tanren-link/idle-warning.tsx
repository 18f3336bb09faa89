import { IconClockPause } from '@tabler/icons-react';
import type { TanrenConnection } from '@tanren/contract/tanren-connection';
import { releasesAt } from '@tanren/domain/machine-links';
import { Notice } from '#ui/notice.tsx';
import { useNow } from '#lib/use-now.ts';
import { describeDuration } from './durations.ts';

const warnMs = 3 * 60_000;

interface IdleWarningProps {
  readonly connection: TanrenConnection;
  /** When something was last lifted, as far as this page knows. */
  readonly activeAt: string | null;
}

/** Somebody may wait for the machine: it is released when nothing is lifted, but not by surprise. */
export function IdleWarning({ connection, activeAt }: IdleWarningProps) {
  const now = useNow(1000);
  const byServer = Date.parse(connection.releasesAt);
  const byMachine = activeAt === null ? 0 : releasesAt(new Date(activeAt)).getTime();
  const left = Math.max(byServer, byMachine) - now;
  if (left > warnMs) return null;
  return (
    <Notice Icon={IconClockPause}>
      {left > 0
        ? `あと${describeDuration(left)}トレーニングがないと、接続は自動で解除されます。`
        : 'まもなく接続が解除されます。'}
    </Notice>
  );
}
