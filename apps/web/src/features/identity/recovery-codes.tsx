import { IconAlertTriangle, IconCheck, IconCopy, IconPrinter } from '@tabler/icons-react';
import { getRecoveryCodes, renewRecoveryCodes } from '@tanren/contract/devices';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '#lib/api.ts';
import { explainRefusal } from '#lib/refusals.ts';
import { FormError } from '#ui/forms/form-page.tsx';
import { Notice } from '#ui/feedback/notices.tsx';
import { PlainButton, PrimaryButton } from '#ui/buttons.tsx';
import classes from './totp.module.css';

const recoveryQuery = queryOptions({
  queryKey: ['recovery-codes'],
  queryFn: ({ signal }) => callApi(getRecoveryCodes, {}, signal),
  staleTime: 0,
});

/**
 * The first ten come with the app. Without them it is in use all the same, and the page offers to
 * issue some: so nothing is said when that fails, or where a hosted pool knows no such codes.
 */
export async function issueFirstRecoveryCodes(): Promise<readonly string[] | null> {
  try {
    return (await callApi(renewRecoveryCodes, {})).codes;
  } catch {
    return null;
  }
}

/** For whoever loses the phone: ten codes, shown once, and how many of them are left. */
export function RecoveryCodes({ first }: { readonly first: readonly string[] | null }) {
  const queryClient = useQueryClient();
  const { data } = useQuery(recoveryQuery);
  const {
    mutate,
    data: renewed,
    isPending,
    error,
  } = useMutation({
    mutationFn: () => callApi(renewRecoveryCodes, {}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: recoveryQuery.queryKey }),
    meta: { errorShownByForm: true },
  });
  const issued = renewed?.codes ?? first;
  if (data === undefined || !data.available) return null;
  return (
    <section className={classes.recovery} aria-labelledby="recovery-codes">
      <h2 id="recovery-codes" className={classes.heading}>
        リカバリーコード
      </h2>
      <p className={classes.text}>
        認証アプリを使えないときに、6桁のコードの代わりに入力できます。1つのコードは1回だけ使えます。
      </p>
      {issued === null ? (
        <p className={classes.text}>
          {data.left === 0
            ? 'まだ発行していません。端末をなくしたときに備えて、発行しておいてください。'
            : `残り${String(data.left)}個です。新しく発行すると、以前のコードは使えなくなります。`}
        </p>
      ) : (
        <ShownCodes codes={issued} />
      )}
      <FormError text={error === null ? null : explainRefusal(error)} />
      {/* A slip of the thumb would void the codes that are being copied. */}
      {issued === null ? (
        <PrimaryButton
          // New ones are needed when none is left; before that they only void the old ones.
          variant={data.left === 0 ? 'outline' : 'default'}
          aria-disabled={isPending}
          aria-busy={isPending}
          onClick={() => {
            if (!isPending) mutate();
          }}
        >
          {isPending ? '発行しています…' : 'リカバリーコードを発行する'}
        </PrimaryButton>
      ) : null}
    </section>
  );
}

function ShownCodes({ codes }: { readonly codes: readonly string[] }) {
  const [copied, setCopied] = useState(false);
  const CopyIcon = copied ? IconCheck : IconCopy;
  return (
    <div className={classes.shown}>
      <Notice Icon={IconAlertTriangle}>
        この画面を離れると、二度と表示できません。印刷するか、安全な場所に保管してください。
      </Notice>
      <ul className={classes.codes} aria-label="リカバリーコード">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        <PlainButton
          onClick={() => {
            // Refused by some browsers; the codes can still be selected by hand.
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
      </div>
    </div>
  );
}
