import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { useState, useSyncExternalStore } from 'react';
import {
  promptInstall,
  canInstall,
  dismissInstall,
  installsByHand,
  isInTab,
  recordVisitForInstall,
  subscribeToInstall,
} from '#lib/offline/install-prompt.ts';
import { serverNow } from '#lib/server-time.ts';
import { PlainButton, PrimaryButton } from '#ui/buttons.tsx';
import { InstallSteps } from '#ui/install-steps.tsx';
import { Card } from '#ui/lists/cards.tsx';

/**
 * Offers returning members, at the end of the home page, to add the app to the home screen. It
 * moves nothing above it, and a member who declines is not asked again.
 */
export function InstallOffer() {
  const hasPrompt = useSyncExternalStore(subscribeToInstall, canInstall, () => false);
  const [isWanted, setWanted] = useState(
    () => recordVisitForInstall(toGymDay(new Date(serverNow()))) && isInTab(),
  );
  const byHand = installsByHand();
  if (!isWanted || !(hasPrompt || byHand)) return null;
  return (
    <Card heading="ホーム画面に追加">
      <p>アプリのように開けて、電波の届かない場所でもメニューや予約を確認できます。</p>
      {byHand ? (
        <InstallSteps />
      ) : (
        <PrimaryButton variant="default" onClick={() => void promptInstall()}>
          追加する
        </PrimaryButton>
      )}
      <PlainButton
        onClick={() => {
          dismissInstall();
          setWanted(false);
        }}
      >
        今後表示しない
      </PlainButton>
    </Card>
  );
}
