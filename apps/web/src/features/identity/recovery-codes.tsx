import {
  IconAlertTriangle,
  IconArrowRight,
  IconCheck,
  IconCopy,
  IconPrinter,
} from '@tabler/icons-react';
import { getRecoveryCodes, renewRecoveryCodes } from '@tanren/contract/identity/devices';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '#lib/api.ts';
import { explainRejection } from '#lib/rejections.ts';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { FormError } from '#ui/forms/form-page.tsx';
import { Notice } from '#ui/feedback/notices.tsx';
import { PlainButton, PrimaryButton } from '#ui/buttons.tsx';
import { Row, Stack, Text } from '#ui/layout.tsx';
import { SectionHeading } from '#ui/page.tsx';
import { clearUnsavedCodes, hasUnsavedCodes, storeUnsavedCodes } from './identity-storage.ts';
import classes from './totp.module.css';

const recoveryQuery = queryOptions({
  queryKey: ['recovery-codes'],
  queryFn: ({ signal }) => callApi(getRecoveryCodes, {}, signal),
  staleTime: 0,
});

/**
 * Issues the first ten codes when the app is set up. A failure is not shown, because the app works
 * without codes, hosted pools do not have them, and the page offers to issue some later.
 */
export async function issueFirstRecoveryCodes(sub: string): Promise<readonly string[] | null> {
  try {
    return await issueCodes(sub);
  } catch {
    return null;
  }
}

/**
 * Issues ten new codes, which invalidate the previous ones. They count as unsaved until the member
 * confirms saving them.
 */
async function issueCodes(sub: string): Promise<readonly string[]> {
  const { codes } = await callApi(renewRecoveryCodes, {});
  storeUnsavedCodes(sub);
  return codes;
}

interface RecoveryCodesProps {
  readonly sub: string;
  /** `null` unless the app has just been set up. */
  readonly first: readonly string[] | null;
}

/**
 * Shows ten codes once for members who lose their phone, and how many are left. A member who left
 * before saving them is offered new ones.
 */
export function RecoveryCodes({ sub, first }: RecoveryCodesProps) {
  const queryClient = useQueryClient();
  // `null` means that the value stored on this device decides.
  const [saved, setSaved] = useState<boolean | null>(null);
  const { data } = useQuery(recoveryQuery);
  const {
    mutate,
    data: renewed,
    isPending,
    error,
  } = useMutation({
    mutationFn: () => issueCodes(sub),
    onSuccess: () => {
      setSaved(false);
      return queryClient.invalidateQueries({ queryKey: recoveryQuery.queryKey });
    },
    meta: { errorShownByForm: true },
  });
  const issued = saved === true ? null : (renewed ?? first);
  const isUnsaved = issued === null && saved === null && hasUnsavedCodes(sub);
  const confirmSaved = () => {
    clearUnsavedCodes(sub);
    setSaved(true);
  };
  if (data === undefined || !data.available) return null;
  return (
    <Stack
      as="section"
      gap={16}
      ruled
      above={24}
      className={classes.recovery}
      aria-labelledby="recovery-codes"
    >
      <SectionHeading id="recovery-codes">リカバリーコード</SectionHeading>
      <Text>
        認証アプリを使えないときに、6桁のコードの代わりに入力できます。1つのコードは1回だけ使えます。
      </Text>
      {issued === null ? (
        <Text>
          {isUnsaved
            ? '前に表示したコードを、まだ保管していません。控えがないときは、新しく発行してください。前のコードは使えなくなります。'
            : data.left === 0
              ? 'まだ発行していません。端末をなくしたときに備えて、発行しておいてください。'
              : `残り${String(data.left)}個です。新しく発行すると、以前のコードは使えなくなります。`}
        </Text>
      ) : (
        <ShownCodes codes={issued} onSaved={confirmSaved} />
      )}
      <FormError text={error === null ? null : explainRejection(error)} />
      {/* The button is hidden while codes are shown, because an accidental tap would invalidate
          the codes being copied. */}
      {issued === null ? (
        <PrimaryButton
          // New codes are needed when none is left. Before that they only invalidate the old ones.
          variant={data.left === 0 || isUnsaved ? 'outline' : 'default'}
          aria-disabled={isPending}
          aria-busy={isPending}
          onClick={() => {
            if (!isPending) mutate();
          }}
        >
          {isPending ? '発行しています…' : 'リカバリーコードを発行する'}
        </PrimaryButton>
      ) : null}
      {isUnsaved ? <PlainButton onClick={confirmSaved}>保管しました</PlainButton> : null}
    </Stack>
  );
}

interface ShownCodesProps {
  readonly codes: readonly string[];
  readonly onSaved: () => void;
}

function ShownCodes({ codes, onSaved }: ShownCodesProps) {
  const [copied, setCopied] = useState(false);
  const CopyIcon = copied ? IconCheck : IconCopy;
  return (
    <Stack gap={16}>
      <Notice Icon={IconAlertTriangle}>
        このコードは今だけ表示されます。印刷するか、安全な場所に保管してから「保管しました」を押してください。
      </Notice>
      <Stack
        as="ul"
        columns={2}
        card
        padding={16}
        className={classes.codes}
        aria-label="リカバリーコード"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Stack>
      <Row gap={8} wrap>
        <PlainButton
          onClick={() => {
            // Some browsers refuse access to the clipboard. The codes can still be selected by
            // hand.
            navigator.clipboard.writeText(codes.join('\n')).then(
              () => {
                setCopied(true);
              },
              () => {},
            );
          }}
        >
          <CopyIcon size={20} stroke={1.75} aria-hidden />
          {copied ? 'コピーしました' : 'コピーする'}
        </PlainButton>
        <PlainButton
          onClick={() => {
            window.print();
          }}
        >
          <IconPrinter size={20} stroke={1.75} aria-hidden />
          印刷する
        </PlainButton>
      </Row>
      <PrimaryButton onClick={onSaved}>保管しました</PrimaryButton>
      <UnsavedWarning onSaved={onSaved} />
    </Stack>
  );
}

/** Warns before the page is left with unsaved codes, because they are shown only once. */
function UnsavedWarning({ onSaved }: Pick<ShownCodesProps, 'onSaved'>) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => true,
    enableBeforeUnload: true,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="リカバリーコードを保管しましたか"
      keep="移動しない"
      confirm="保管したので移動する"
      Icon={IconArrowRight}
      onConfirm={() => {
        onSaved();
        proceed();
      }}
      onDismiss={reset}
    >
      <p>この画面を離れると、表示中のコードは二度と表示できません。</p>
    </ConfirmDialog>
  );
}
