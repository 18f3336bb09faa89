import { IconQrcode } from '@tabler/icons-react';
import { formatLinkCode, type LinkCode, parseLinkCode } from '@tanren/domain/machine-links';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CodeField } from '#ui/forms/fields.tsx';
import { FormError, SubmitButton } from '#ui/forms/form-page.tsx';
import { type Rule, useForm } from '#ui/forms/use-form.ts';
import { PlainButton, PrimaryButton } from '#ui/buttons.tsx';
import { explainLinkError, linkMutation, useLink } from './link-machine.ts';
import classes from './link-ways.module.css';
import { QrScanner } from './qr-scanner.tsx';

interface LinkedFromAddressProps {
  readonly code: LinkCode;
  /** The machine that would be left. */
  readonly linkedMachineId: number | null;
}

/** A link from somewhere must not link a machine on its own: the member says so. */
export function LinkedFromAddress({ code, linkedMachineId }: LinkedFromAddressProps) {
  const navigate = useNavigate();
  const { link, problem, isCodeOver, busy } = useLink();
  const [scanning, setScanning] = useState(false);
  const { machineId, timeCode } = code;
  return (
    <section className={classes.card} aria-label="読み取ったマシン">
      <p className={classes.machine}>
        マシン <strong>{machineId}</strong>
      </p>
      {linkedMachineId === null ? null : (
        <p className={classes.note}>
          接続中のマシン {linkedMachineId} との接続は解除され、そこまでの記録は保存されます。
        </p>
      )}
      {scanning ? null : <FormError text={problem} />}
      {scanning ? (
        <QrScanner
          onClose={() => {
            setScanning(false);
          }}
        />
      ) : isCodeOver ? (
        <PrimaryButton
          variant="filled"
          onClick={() => {
            setScanning(true);
          }}
        >
          もう一度読み取る
        </PrimaryButton>
      ) : (
        <PrimaryButton
          variant="filled"
          aria-disabled={busy}
          aria-busy={busy}
          onClick={() => {
            void link(formatLinkCode(machineId, timeCode));
          }}
        >
          マシン {machineId} に接続する
        </PrimaryButton>
      )}
      <PlainButton
        onClick={() => {
          void navigate({ to: '/tanren-link', search: {}, replace: true });
        }}
      >
        {linkedMachineId === null ? 'ほかの方法で接続する' : '今のマシンを続ける'}
      </PlainButton>
    </section>
  );
}

/** Nobody's camera starts by itself: it is a tap away, and the code is the way for everybody. */
export function LinkWays({ machineId }: { readonly machineId: number | null }) {
  const [scanning, setScanning] = useState(false);
  return (
    <div className={classes.ways}>
      <section className={classes.way} aria-label="QRコードで接続">
        {scanning ? (
          <QrScanner
            onClose={() => {
              setScanning(false);
            }}
          />
        ) : (
          <button
            type="button"
            className={classes.camera}
            onClick={() => {
              setScanning(true);
            }}
          >
            <IconQrcode size={72} stroke={1.25} aria-hidden />
            <span>QRコードを読み取る</span>
          </button>
        )}
      </section>
      <section className={classes.way} aria-label="接続コードで接続">
        <CodeForm key={machineId} machineId={machineId} />
      </section>
    </div>
  );
}

const isTyped: Rule = (text) => text.trim() !== '' || '接続コードを入力してください。';

const isCode: Rule = (text) =>
  parseLinkCode(text) !== null ||
  'マシン番号と6桁の数字を続けて入力してください（例：12-345678）。';

interface CodeFormProps {
  /** Whose label was scanned: only the six digits are left to type. */
  readonly machineId: number | null;
}

/** For those without a camera, or with a code read out to them. */
export function CodeForm({ machineId }: CodeFormProps) {
  const { mutateAsync } = useMutation(linkMutation(useQueryClient()));
  const { form, errors, problem, busy } = useForm({
    fields: { code: { rules: [isTyped, isCode] } },
    submit: async ({ code }) => {
      const parsed = parseLinkCode(code);
      if (parsed) await mutateAsync(formatLinkCode(parsed.machineId, parsed.timeCode));
    },
    explain: (error) => {
      const text = explainLinkError(error);
      return text === null ? null : { text, field: 'code' };
    },
  });
  return (
    <form className={classes.form} {...form}>
      <CodeField
        name="code"
        label="接続コード"
        error={errors.code}
        hint={
          errors.code === undefined ? 'マシンの画面の数字です。ハイフンは省けます。' : undefined
        }
        autoComplete="off"
        defaultValue={machineId === null ? '' : formatLinkCode(machineId, '')}
        takesFocus={machineId !== null}
        placeholder="12-345678"
        enterKeyHint="go"
      />
      <FormError text={problem} />
      <SubmitButton busy={busy}>接続する</SubmitButton>
    </form>
  );
}
