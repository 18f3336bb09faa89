import type { TotpSetUp } from '#entities/members/account.ts';
import { QrCode } from '#ui/qr-code.tsx';
import { CopyText } from '#ui/copy-text.tsx';
import { look, Text } from '#ui/layout.tsx';
import classes from './totp.module.css';

/**
 * Shows the key of an authenticator app as a QR code for another device, as a link for this one,
 * and as text.
 */
export function TotpKey({ secret, uri }: TotpSetUp) {
  return (
    <>
      <QrCode text={uri} label="認証アプリに登録するためのQRコード" />
      <a className={`${look('tap', 'narrow')} ${classes.open}`} href={uri}>
        この端末の認証アプリで開く
      </a>
      <Text>読み取れないときは、次のキーを入力してください。</Text>
      <CopyText text={secret} label="セットアップキー" />
    </>
  );
}
