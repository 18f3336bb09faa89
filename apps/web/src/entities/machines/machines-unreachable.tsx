import { IconPlugConnectedX } from '@tabler/icons-react';
import { Notice } from '#ui/feedback/notices.tsx';
import type { TanrenLinkAnswer } from './machines.queries.ts';

interface MachinesUnreachableProps {
  /** `undefined` until the server has answered. */
  readonly answer: Pick<TanrenLinkAnswer, 'connection' | 'machinesReachable'> | undefined;
}

/**
 * Warns while the server cannot reach any machine. It says what still works and what happens to the
 * exercise in progress.
 */
export function MachinesUnreachable({ answer }: MachinesUnreachableProps) {
  if (answer?.machinesReachable !== false) return null;
  return (
    <div role="alert">
      <Notice Icon={IconPlugConnectedX}>
        {answer.connection === null
          ? 'ただいまマシンと通信できません。復旧するまで、マシンへの接続はできません。記録の確認や予約はご利用いただけます。'
          : 'ただいまマシンと通信できません。記録はマシンに残り、復旧後に保存されますので、そのまま続けられます。'}
      </Notice>
    </div>
  );
}
