import { formatLinkCode, type LinkCode } from '@tanren/domain/machine-links';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FormError } from '#ui/form-error.tsx';
import { PlainButton } from '#ui/plain-button.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { QrScanner } from './qr-scanner.tsx';
import { useLink } from './use-link.ts';
import classes from './linked-from-address.module.css';

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
        {linkedMachineId === null ? 'ほかの方法で接続する' : 'いまのマシンを続ける'}
      </PlainButton>
    </section>
  );
}
