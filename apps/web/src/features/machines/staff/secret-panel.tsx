import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react';
import type { MachineWithSecret } from '@tanren/contract/machines/staff-machines';
import { useBlocker } from '@tanstack/react-router';
import { useId } from 'react';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { CopyText } from '#ui/copy-text.tsx';
import { Notice } from '#ui/feedback/notices.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Note, Stack, Text } from '#ui/layout.tsx';
import classes from './staff-machines.module.css';

/** Shows a new secret. It cannot be shown again later. */
export function SecretPanel({ machine, secret }: MachineWithSecret) {
  const steps = useId();
  return (
    <Card heading={`マシン ${machine.id} の新しい接続キー`}>
      <Stack gap={16} above={12} className={classes.panel}>
        <Notice Icon={IconAlertTriangle}>
          この画面を離れると、二度と表示できません。マシンに入力し、ほかの場所には保存しないでください。
        </Notice>
        <CopyText text={secret} label="接続キー" />
        <section aria-labelledby={steps}>
          <Text id={steps} as="h3" size={14} below={8}>
            マシンの前での手順
          </Text>
          <ol className={classes.steps}>
            <li>マシンの設定画面を開きます。</li>
            <li>
              マシンの番号に「<strong>{machine.id}</strong>」と入力します。
            </li>
            <li>
              上の接続キーを入力します。大文字と小文字は区別し、4文字ごとの空白は入力しません。
            </li>
            <li>
              種目に「<strong>{nameWorkoutType(machine.workoutTypeId)}</strong>」を選びます。
            </li>
            <li>
              設定を保存します。マシンの画面に6桁の接続コードが出て、「マシン」の一覧で「オンライン」になれば完了です。
            </li>
          </ol>
          <Note above={8}>
            「オンライン」にならないときは、番号と接続キーを確かめて、もう一度入力してください。
          </Note>
        </section>
        <Disclosure label="コマンドで設定する場合">
          <Note below={4}>マシンのソフトウェアに、次の内容を渡して起動します。</Note>
          <Text
            as="pre"
            sunken
            padding="12 16"
            size={14}
            leading={24}
            verbatim
            code
            aria-label="マシンに入力する内容"
          >
            {`--machine ${machine.id} --secret ${secret} --type ${machine.workoutTypeId}`}
          </Text>
        </Disclosure>
      </Stack>
      <SecretLeaveWarning />
    </Card>
  );
}

/**
 * Asks before the page is left. The secret is shown only once, and the navigation is easy to tap by
 * mistake.
 */
function SecretLeaveWarning() {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => true,
    enableBeforeUnload: false,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="接続キーをマシンに入力しましたか"
      keep="移動しない"
      confirm="入力したので移動する"
      Icon={IconArrowRight}
      onConfirm={proceed}
      onDismiss={reset}
    >
      <p>この画面を離れると、接続キーは二度と表示できません。</p>
    </ConfirmDialog>
  );
}
