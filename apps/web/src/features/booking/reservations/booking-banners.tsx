import { IconArrowsExchange, IconBarbell, IconX } from '@tabler/icons-react';
import type { TrainingReservation } from '@tanren/contract/booking/training-reservations';
import type { TrainingSession } from '@tanren/contract/menus/menus';
import { Link } from '@tanstack/react-router';
import { describeMinutes } from '#entities/menus/menus.queries.ts';
import { PlainButton } from '#ui/buttons.tsx';
import { Box, look, Note, Row, Text } from '#ui/layout.tsx';
import { formatSlot } from './reservation-words.ts';
import classes from './reservations.module.css';
import { SlotButton } from './slot-button.tsx';
import { Unbroken } from '#ui/unbroken.tsx';

interface ChosenMenuProps {
  /** `null` when the requested menu does not exist. */
  readonly session: TrainingSession | null;
  readonly slotMinutes: number;
  readonly onRemove: () => void;
}

/** Shows the menu that the next reservation will be for. */
export function ChosenMenu({ session, slotMinutes, onRemove }: ChosenMenuProps) {
  const tooLong = session !== null && session.estimatedMinutes > slotMinutes;
  return (
    <Row
      as="section"
      gap={12}
      align="center"
      card
      className={classes.session}
      aria-label="予約に付けるメニュー"
    >
      <IconBarbell size={24} stroke={1.75} aria-hidden />
      <Box grow>
        {session === null ? (
          <Note weight={400} leading="loose">
            選んだトレーニングメニューが見つかりません。メニューなしで予約できます。
          </Note>
        ) : (
          <>
            <Row as="p" gap={8} rowGap={0} align="baseline" wrap weight={700} leading="snug">
              <Link
                to="/training-sessions/$trainingSessionId"
                params={{ trainingSessionId: session.trainingSessionId }}
                className={look('underlines')}
              >
                {session.title}
              </Link>
              <Note as="span" weight={400}>
                {describeMinutes(session)}
              </Note>
            </Row>
            <Note weight={400} leading="loose">
              {tooLong
                ? `1枠は${slotMinutes}分です。時間内に終わらないことがあります。`
                : 'このメニューを予約に付けます。'}
            </Note>
          </>
        )}
      </Box>
      <PlainButton aria-label="メニューを外す" onClick={onRemove}>
        <IconX size={20} stroke={1.75} aria-hidden />
      </PlainButton>
    </Row>
  );
}

interface MoveBannerProps {
  readonly reservation: TrainingReservation;
  readonly onEnd: () => void;
}

export function MoveBanner({ reservation, onEnd }: MoveBannerProps) {
  return (
    <Row
      as="section"
      gap={12}
      align="center"
      raised
      padding="12 16"
      className={classes.banner}
      aria-label="予約の変更"
    >
      <IconArrowsExchange size={24} stroke={1.75} aria-hidden />
      <Box grow>
        <Text weight={700} leading="snug">
          変更先を選んでください
        </Text>
        <Note leading="snug">
          <Unbroken text={`今の予約：${formatSlot(reservation)}`} />
        </Note>
      </Box>
      <SlotButton variant="quiet" aria-label="変更をやめる" onClick={onEnd}>
        やめる
      </SlotButton>
    </Row>
  );
}
