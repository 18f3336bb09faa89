import { IconWifiOff } from '@tabler/icons-react';
import type { TrainerScope } from '@tanren/domain/trainers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notifyDone } from '#lib/notifier.ts';
import { Notice } from '#ui/feedback/notices.tsx';
import { PlainButton } from '#ui/buttons.tsx';
import { useOnce } from '#ui/use-once.ts';
import { useWakeLock } from '#ui/device.ts';
import { CodeCountdown } from './code-countdown.tsx';
import { ScopeSwitches } from './scope-switches.tsx';
import { ShownCode } from './shown-code.tsx';
import { endConnectionMutation } from './trainer-link.queries.ts';
import { useIssueCode } from './use-issue-code.ts';
import classes from './trainer-connect-screen.module.css';

interface PendingCodeProps {
  readonly code: string;
  readonly scopes: readonly TrainerScope[];
  readonly leftMs: number;
  /** The last question got no answer. */
  readonly failed: boolean;
}

/** It waits to be entered; the page notices by itself when it is. */
export function PendingCode({ code, scopes, leftMs, failed }: PendingCodeProps) {
  const { mutateAsync } = useMutation(endConnectionMutation(useQueryClient()));
  const renewal = useIssueCode(scopes);
  const cancellation = useOnce(async () => {
    // The notifier tells what went wrong.
    const isDone = await mutateAsync().then(
      () => true,
      () => false,
    );
    if (isDone) notifyDone('コードを取り消しました', '取り消したコードは使えません。');
  });
  const busy = renewal.busy || cancellation.busy;
  // It is held out to somebody, and not touched meanwhile.
  useWakeLock(true);
  return (
    <div className={classes.parts}>
      <div className={classes.code}>
        <p className={classes.codeLead}>
          このコードをトレーナーに伝えるか、QRコードを読み取ってもらってください。
        </p>
        <ShownCode key={code} code={code} />
        <CodeCountdown leftMs={leftMs} />
        {failed ? (
          <Notice Icon={IconWifiOff}>
            ネットワークに接続できません。コードはそのまま使えます。
          </Notice>
        ) : null}
      </div>
      <div className={classes.acts}>
        <PlainButton aria-disabled={busy} onClick={busy ? noop : renewal.issue}>
          {renewal.busy ? '発行しています…' : '新しいコードを発行する'}
        </PlainButton>
        <PlainButton aria-disabled={busy} onClick={busy ? noop : cancellation.run}>
          {cancellation.busy ? '取り消しています…' : 'コードを取り消す'}
        </PlainButton>
      </div>
      <ScopeSwitches scopes={scopes} />
    </div>
  );
}

function noop(): void {}
