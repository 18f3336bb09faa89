import { IconPlugConnectedX } from '@tabler/icons-react';
import { Notice } from '#ui/feedback/notices.tsx';
import type { TanrenLinkAnswer } from './machines.queries.ts';

interface MachinesUnreachableProps {
  /** undefined: not known yet. */
  readonly answer: Pick<TanrenLinkAnswer, 'connection' | 'machinesReachable'> | undefined;
}

/** While the server cannot talk with any machine: what still works, and what becomes of a bout. */
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
