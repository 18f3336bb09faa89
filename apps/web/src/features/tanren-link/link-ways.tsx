import { IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { CodeForm } from './code-form.tsx';
import { QrScanner } from './qr-scanner.tsx';
import classes from './link-ways.module.css';

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
