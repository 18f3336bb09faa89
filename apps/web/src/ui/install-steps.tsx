import { IconShare2, IconSquarePlus } from '@tabler/icons-react';
import { Stack, Text } from '#ui/layout.tsx';
import classes from './install-steps.module.css';

/**
 * Shows how to put the app on the home screen of an iPhone or iPad, which have no button for it.
 */
export function InstallSteps() {
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
