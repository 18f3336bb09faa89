import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { IconShieldLock } from '@tabler/icons-react';
import { FormPage } from '#ui/form-page.tsx';
import { Notice } from '#ui/notice.tsx';
import { BackToSettings } from './back-to-settings.tsx';
import { totpQuery } from './identity.queries.ts';
import { forgetTotpSetUp, keepTotpSetUp, readTotpSetUp } from './kept-totp-set-up.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpActive } from './totp-active.tsx';
import { TotpConfirm } from './totp-confirm.tsx';
import { TotpStart } from './totp-start.tsx';

const route = getRouteApi('/settings/totp');

export function TotpScreen() {
  const { email, required } = route.useLoaderData();
  const { data: active } = useSuspenseQuery(totpQuery);
  const [setUp, setSetUp] = useState(() => readTotpSetUp(email));
  const [firstCodes, setFirstCodes] = useState<readonly string[] | null>(null);
  return (
    <FormPage title="認証アプリ（2段階認証）" back={<BackToSettings />}>
      {required && !active ? (
        <Notice Icon={IconShieldLock}>
          スタッフとトレーナーの方は、会員の情報を守るため、認証アプリの設定が必要です。設定が終わると、ほかの画面を使えます。
        </Notice>
      ) : null}
      {active ? (
        <>
          <TotpActive />
          <RecoveryCodes first={firstCodes} />
        </>
      ) : setUp === null ? (
        <TotpStart
          account={email}
          onStarted={(started) => {
            keepTotpSetUp(email, started);
            setSetUp(started);
          }}
        />
      ) : (
        <TotpConfirm
          setUp={setUp}
          onDone={(codes) => {
            forgetTotpSetUp();
            setSetUp(null);
            setFirstCodes(codes);
          }}
        />
      )}
    </FormPage>
  );
}
