import { IconInfoCircle } from '@tabler/icons-react';
import { Notice } from '#ui/feedback/notices.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { RunTitle } from './run-title.tsx';
import type { FollowedRun } from './use-run-progress.ts';
import classes from './run-strip.module.css';

interface RunStripProps {
  readonly followed: FollowedRun;
  /** Whether the linked machine is part of the session. */
  readonly isPart: boolean;
}

/** Above a running set: which session, and how far. */
export function RunStrip({ followed: { run, progress }, isPart }: RunStripProps) {
  return (
    <section className={classes.strip} aria-label="実施中のセッション">
      <RunTitle run={run} />
      <ProgressBar {...progress} />
      {isPart ? null : (
        <Notice Icon={IconInfoCircle}>
          このマシンは実施中のセッションに含まれていません。記録は通常どおり残ります。
        </Notice>
      )}
    </section>
  );
}
