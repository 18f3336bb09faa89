import { IconArrowRight } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';

interface LeaveWarningProps {
  readonly active: boolean;
  /** Whether a reload would lose something too. By default it would. */
  readonly losesOnReload?: () => boolean;
  /** Whether the address of this page may change without asking, because each step has its own. */
  readonly hasSteps?: boolean;
  /** Label of the button that stays on the page. */
  readonly stay?: string;
  /** Describes what would be lost. It is called when the dialog opens. */
  readonly explain?: () => string;
}

/** Asks before leaving the page, because typed content would be lost and cannot be restored. */
export function LeaveWarning({
  active,
  losesOnReload = () => true,
  hasSteps = false,
  stay = '入力を続ける',
  explain = () => '入力した内容はまだ保存されていません。',
}: LeaveWarningProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      active && !(hasSteps && next.pathname === current.pathname),
    enableBeforeUnload: () => active && losesOnReload(),
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="保存せずに移動しますか"
      keep={stay}
      confirm="保存せずに移動する"
      Icon={IconArrowRight}
      onConfirm={proceed}
      onDismiss={reset}
    >
      <p>{explain()}</p>
    </ConfirmDialog>
  );
}
