import { IconCircleCheck } from '@tabler/icons-react';
import type { TanrenConnection } from '@tanren/contract/machines/tanren-connection';
import type { ReactNode } from 'react';
import type { RouteStep } from '#entities/machines/gym-floor.tsx';
import { Floor } from '#entities/machines/lazy-floor.tsx';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { PrimaryButton } from '#ui/buttons.tsx';
import { StatusText } from '#ui/feedback/notices.tsx';
import { Note, Row, Stack, Text } from '#ui/layout.tsx';
import { useUnlink } from './link-machine.ts';
import classes from './live-view.module.css';

/** The way to the next machine of the menu. */
export interface NextMachineGuide {
  readonly workoutTypeId: number;
  readonly route: readonly RouteStep[];
  /** What the member can do about the machine, such as to hold it. */
  readonly choices: ReactNode;
}

interface MachineDoneProps {
  readonly machine: TanrenConnection['machine'];
  readonly next: NextMachineGuide;
}

/**
 * Sends the member to the next machine. It does not ask first, because everything is done here and
 * another member may be waiting.
 */
export function MachineDone({ machine, next }: MachineDoneProps) {
  const { unlink, busy } = useUnlink();
  return (
    <Stack
      as="section"
      from={768}
      gap={16}
      raised
      padding={16}
      centered
      className={classes.done}
      aria-label="この種目は完了"
    >
      <Stack gap={12} justify="center" middle>
        <Text size={44} weight={700} leading="close">
          次のマシンへ
        </Text>
        <MachineDrawing workoutTypeId={next.workoutTypeId} size={160} ground="raised" />
        <StatusText>
          <Row as="span" gap={8} align="center" justify="center" leading="tight">
            <IconCircleCheck size={20} stroke={1.75} aria-hidden />
            <strong>この種目は完了です。</strong>
          </Row>
          <Text as="span" block size={28} weight={700} leading="tight" above={4}>
            次は {nameWorkoutType(next.workoutTypeId)}
          </Text>
        </StatusText>
        <PrimaryButton
          variant="filled"
          aria-disabled={busy}
          aria-busy={busy}
          onClick={() => void unlink()}
        >
          次のマシンへ進む
        </PrimaryButton>
        <Note phrased>記録は自動で保存されます。次のQRコードを読み取ると切り替わります。</Note>
      </Stack>
      <Stack gap={12} middle>
        {next.choices}
        <Floor gymId={machine.gymId} route={next.route} />
      </Stack>
    </Stack>
  );
}
