import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { TotpSetUp } from '#lib/auth-totp.ts';
import { FormPage } from '#ui/form-page.tsx';
import { BackToSettings } from './back-to-settings.tsx';
import { totpQuery } from './identity.queries.ts';
import { TotpActive } from './totp-active.tsx';
import { TotpConfirm } from './totp-confirm.tsx';
import { TotpStart } from './totp-start.tsx';

const route = getRouteApi('/settings/totp');

export function TotpScreen() {
  const { email } = route.useLoaderData();
  const { data: active } = useSuspenseQuery(totpQuery);
  const [setUp, setSetUp] = useState<TotpSetUp | null>(null);
  return (
    <FormPage title="認証アプリ（2段階認証）" back={<BackToSettings />}>
      {active ? (
        <TotpActive />
      ) : setUp === null ? (
        <TotpStart account={email} onStarted={setSetUp} />
      ) : (
        <TotpConfirm
          setUp={setUp}
          onDone={() => {
            setSetUp(null);
          }}
        />
      )}
    </FormPage>
  );
}
