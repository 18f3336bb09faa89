import { IconShare2, IconSquarePlus } from '@tabler/icons-react';
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
import { Stack, Text } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import classes from './install-offer.module.css';

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

/**
 * Shows how to put the app on the home screen of an iPhone or iPad, which have no button for it.
 */
function InstallSteps() {
  return (
    <Stack as="ol" gap={8} className={classes.steps}>
      <li>
        <IconShare2 size={32} stroke={1.75} aria-hidden />
        <span>Safariで開き、画面の下（iPadは右上）の共有ボタンをタップ</span>
      </li>
      <li>
        <IconSquarePlus size={32} stroke={1.75} aria-hidden />
        <span>一覧を下へ送り、「ホーム画面に追加」をタップ</span>
      </li>
      <li>
        <Text as="span" weight={700} aria-hidden>
          追加
        </Text>
        <span>右上の「追加」をタップ</span>
      </li>
    </Stack>
  );
}
