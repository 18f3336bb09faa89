import { IconCheck, IconCopy, IconWifiOff } from '@tabler/icons-react';
import { formatTrainerCode, type TrainerScope } from '@tanren/domain/trainers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { explainFailure } from '#lib/errors.ts';
import { notifyDone } from '#lib/notifier.ts';
import { PlainButton } from '#ui/buttons.tsx';
import { QrCode } from '#ui/code-display.tsx';
import { useWakeLock } from '#ui/device.ts';
import { Notice, StatusText } from '#ui/feedback/notices.tsx';
import { announceLeft, formatLeft } from './code-state.ts';
import { useIssueCode } from './issue-code.tsx';
import { ScopeSwitches } from './scopes.tsx';
import classes from './trainer-connect.module.css';
import { endConnectionMutation } from './trainer-link.queries.ts';

interface PendingCodeProps {
  readonly code: string;
  readonly scopes: readonly TrainerScope[];
  readonly leftMs: number;
  /** Why the last question got no answer. */
  readonly error: Error | null;
}

/** It waits to be entered; the page notices by itself when it is. */
export function PendingCode({ code, scopes, leftMs, error }: PendingCodeProps) {
  const renewal = useIssueCode(scopes);
  const cancellation = useMutation(endConnectionMutation(useQueryClient()));
  const cancel = async () => {
    try {
      await cancellation.mutateAsync();
      notifyDone('コードを無効にしました', '無効にしたコードは使えません。');
    } catch {
      // The notifier tells what went wrong.
    }
  };
  const busy = renewal.busy || cancellation.isPending;
  // It is held out to somebody, and not touched meanwhile.
  useWakeLock(true);
  return (
    <div className={classes.parts}>
      <div className={classes.codePanel}>
        <p className={classes.codeLead}>
          このコードをトレーナーに伝えるか、QRコードを読み取ってもらってください。
        </p>
        <ShownCode key={code} code={code} />
        <CodeCountdown leftMs={leftMs} />
        {error === null ? null : (
          <Notice Icon={IconWifiOff}>{explainFailure(error, 'コードはそのまま使えます。')}</Notice>
        )}
      </div>
      <div className={classes.actions}>
        <PlainButton aria-disabled={busy} onClick={busy ? undefined : renewal.issue}>
          {renewal.busy ? '発行しています…' : '新しいコードを発行する'}
        </PlainButton>
        <PlainButton
          aria-disabled={busy}
          onClick={() => {
            if (!busy) void cancel();
          }}
        >
          {cancellation.isPending ? '無効にしています…' : 'コードを無効にする'}
        </PlainButton>
      </div>
      <ScopeSwitches scopes={scopes} />
    </div>
  );
}

/** To be read out, shown across a table, or scanned. */
function ShownCode({ code }: { readonly code: string }) {
  const box = useRef<HTMLDivElement>(null);
  const written = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  // Whoever asked for it by keyboard or screen reader is led to it.
  useEffect(() => {
    box.current?.focus();
  }, []);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(formatTrainerCode(code));
      setCopied(true);
    } catch {
      // Refused by some browsers, and missing in others without https.
      if (written.current) getSelection()?.selectAllChildren(written.current);
      setCopied(false);
    }
  }

  const CopyIcon = copied === true ? IconCheck : IconCopy;
  return (
    <div ref={box} tabIndex={-1} className={classes.box}>
      <code ref={written} className={classes.codeText} aria-hidden>
        {formatTrainerCode(code)}
      </code>
      <SpokenText>連携コード {code.split('').join(' ')}</SpokenText>
      <QrCode
        text={`${location.origin}/trainer?code=${code}`}
        label="連携コードのQRコード（トレーナーが読み取ります）"
      />
      <PlainButton onClick={() => void copy()}>
        <CopyIcon size={20} stroke={1.75} aria-hidden />
        {copied === true ? 'コピーしました' : 'コードをコピーする'}
      </PlainButton>
      <StatusText>
        {copied === false ? 'コピーできませんでした。選択された文字をコピーしてください。' : null}
      </StatusText>
    </div>
  );
}

/** Seen every second, heard at a few moments. */
function CodeCountdown({ leftMs }: { readonly leftMs: number }) {
  return (
    <>
      <p className={classes.left} role="timer">
        {leftMs > 0 ? (
          <>
            残り<span className={classes.time}>{formatLeft(leftMs)}</span>
          </>
        ) : (
          'まもなく有効期限が切れます'
        )}
      </p>
      <SpokenText>{announceLeft(leftMs)}</SpokenText>
    </>
  );
}

/** Heard as it changes, and not seen. It has to stand there before it has something to say. */
export function SpokenText({ children }: { readonly children: ReactNode }) {
  return (
    <output className={classes.spoken} aria-live="polite">
      {children}
    </output>
  );
}
