import {
  formatTrainerCode,
  trainerCodeMs,
  type TrainerScope,
  trainerScopes,
} from '@tanren/domain/trainers/trainers';
import { IconCheck, IconClockOff, IconCopy, IconWifiOff } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { explainFailure } from '#lib/errors.ts';
import { notifyDone } from '#lib/notifier.ts';
import { useOffline } from '#lib/offline/network.ts';
import { PlainButton, PrimaryButton } from '#ui/buttons.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { useWakeLock } from '#ui/device.ts';
import { Notice, StatusText } from '#ui/feedback/notices.tsx';
import { Row, Stack, Text } from '#ui/layout.tsx';
import { ScopeChoices, ScopeSwitches } from './scopes.tsx';
import classes from './trainer-connect.module.css';
import { endConnectionMutation, issueCodeMutation } from './trainer-link.queries.ts';

interface CodeMoment {
  readonly expiresAt: string;
  /** Milliseconds to add to the device's clock to get the server's, as far as that is known. */
  readonly clockOffset: number;
  /** Time of the server's last answer, by the device's clock. */
  readonly saidAt: number;
  /** Current time by the device's clock. */
  readonly now: number;
}

/**
 * Returns the remaining milliseconds, or `null` when the code has expired. The result never exceeds
 * the whole validity, because the device's clock may lag.
 */
export function computeLeftMs({ expiresAt, clockOffset, saidAt, now }: CodeMoment): number | null {
  const end = Date.parse(expiresAt) - clockOffset;
  if (now < end) return Math.min(end - now, trainerCodeMs);
  // The server confirmed the code after its end by this clock, so the clock is ahead.
  return saidAt > end ? 0 : null;
}

/**
 * Tolerance in milliseconds. The server may end a code slightly before or after the corrected clock
 * does.
 */
const slackMs = 5_000;

/**
 * Returns whether a code that is missing on the server has expired. Otherwise it was withdrawn
 * elsewhere.
 */
export function isGoneByTime({ expiresAt, clockOffset, saidAt }: Omit<CodeMoment, 'now'>): boolean {
  return saidAt + clockOffset >= Date.parse(expiresAt) - slackMs;
}

/** Formats the remaining time as `14:32`. */
export function formatLeft(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const spokenMinutes = [1, 5, 10];

/**
 * Returns the text for screen readers at a few moments only. A countdown read every second would
 * drown out the code.
 */
export function announceLeft(leftMs: number): string {
  const minutes = spokenMinutes.find((mark) => leftMs <= mark * 60_000);
  return minutes === undefined ? '' : `有効期限まで、残り${minutes}分以内です。`;
}

interface PendingCodeProps {
  readonly code: string;
  readonly scopes: readonly TrainerScope[];
  readonly leftMs: number;
  /** Error of the last request. `null` when it succeeded. */
  readonly error: Error | null;
}

/**
 * Text after a failed request, because the code stays valid. The page notices by itself when the
 * trainer has entered it.
 */
const usable = 'コードはそのまま使えます。';

export function PendingCode({ code, scopes, leftMs, error }: PendingCodeProps) {
  const renewal = useIssueCode(scopes);
  const cancellation = useMutation(endConnectionMutation(useQueryClient()));
  const cancel = async () => {
    try {
      await cancellation.mutateAsync();
      notifyDone('コードを無効にしました', '新しいコードは、いつでも発行できます。');
    } catch {
      // The notifier shows the error.
    }
  };
  const busy = renewal.busy || cancellation.isPending;
  const isOffline = useOffline();
  // The screen stays on, because the member shows the code to the trainer without touching the
  // phone.
  useWakeLock(true);
  return (
    <Stack gap={24}>
      <Stack gap={12} card padding={16}>
        <Text centered>
          このコードをトレーナーに伝えるか、QRコードを読み取ってもらってください。
        </Text>
        <ShownCode key={code} code={code} />
        <CodeCountdown leftMs={leftMs} />
        {error === null ? null : (
          <Notice Icon={IconWifiOff}>{isOffline ? usable : explainFailure(error, usable)}</Notice>
        )}
      </Stack>
      <Row gap={4} justify="center" wrap className={classes.actions}>
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
      </Row>
      <ScopeSwitches scopes={scopes} />
    </Stack>
  );
}

/** Shows the code to be read out, shown across a table or scanned. */
function ShownCode({ code }: { readonly code: string }) {
  const box = useRef<HTMLDivElement>(null);
  const written = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  // The focus moves to the code for members who use a keyboard or a screen reader.
  useEffect(() => {
    box.current?.focus();
  }, []);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(formatTrainerCode(code));
      setCopied(true);
    } catch {
      // Some browsers refuse access to the clipboard, and others do not have it without https.
      if (written.current) getSelection()?.selectAllChildren(written.current);
      setCopied(false);
    }
  }

  const CopyIcon = copied === true ? IconCheck : IconCopy;
  return (
    <Stack ref={box} tabIndex={-1} gap={12} justify="center" className={classes.box}>
      <Text ref={written} as="code" weight={700} nowrap className={classes.codeText} aria-hidden>
        {formatTrainerCode(code)}
      </Text>
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
    </Stack>
  );
}

/** Shows the remaining time every second. Screen readers read it at a few moments only. */
function CodeCountdown({ leftMs }: { readonly leftMs: number }) {
  return (
    <>
      <Row as="p" gap={8} align="baseline" justify="center" className={classes.left} role="timer">
        {leftMs > 0 ? (
          <>
            残り
            <Text as="span" size={28} weight={700} leading="tight">
              {formatLeft(leftMs)}
            </Text>
          </>
        ) : (
          'まもなく有効期限が切れます'
        )}
      </Row>
      <SpokenText>{announceLeft(leftMs)}</SpokenText>
    </>
  );
}

/**
 * Shows text for screen readers only, which read its changes. The element must exist before its
 * text changes.
 */
export function SpokenText({ children }: { readonly children: ReactNode }) {
  return (
    <output className="visually-hidden" aria-live="polite">
      {children}
    </output>
  );
}

interface IssueCodeProps {
  /** Scopes of a code that has just expired. `null` when there was none. */
  readonly expired: readonly TrainerScope[] | null;
}

export function IssueCode({ expired }: IssueCodeProps) {
  const [scopes, setScopes] = useState<readonly TrainerScope[]>(expired ?? trainerScopes);
  const { busy, issue } = useIssueCode(scopes);
  return (
    <Stack gap={24}>
      {expired === null ? (
        <Text quiet>
          連携コードをトレーナーに伝えると、トレーナーがあなた専用のメニューを作り、次回の重量を提案できるようになります。コードは15分間有効で、連携はいつでも解除できます。
        </Text>
      ) : (
        <Notice Icon={IconClockOff}>
          コードの有効期限が切れました。新しいコードを発行して、トレーナーに伝えてください。
        </Notice>
      )}
      <ScopeChoices chosen={scopes} onChoose={setScopes} />
      <PrimaryButton aria-disabled={busy} onClick={issue}>
        {busy
          ? '発行しています…'
          : expired === null
            ? '連携コードを発行する'
            : '新しいコードを発行する'}
      </PrimaryButton>
    </Stack>
  );
}

/**
 * Returns a function that issues a code. A double tap issues one code, because a second code would
 * invalidate the first while it is read out.
 */
function useIssueCode(scopes: readonly TrainerScope[]) {
  const { mutate, isPending: busy } = useMutation(issueCodeMutation(useQueryClient()));
  return {
    busy,
    issue: () => {
      if (!busy) mutate(scopes);
    },
  };
}
