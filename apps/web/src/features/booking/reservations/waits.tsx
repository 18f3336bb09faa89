import type { ReservationWait } from '@tanren/contract/booking/training-reservations';
import { isMembershipRejection } from '@tanren/domain/memberships/memberships';
import { offerMs } from '@tanren/domain/booking/reservations';
import { useState } from 'react';
import { useNow } from '#lib/server-time.ts';
import { Box, List, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { SectionHeading } from '#ui/page.tsx';
import { MissingRight } from './missing-right.tsx';
import { LeaveDialog } from './reservation-dialogs.tsx';
import { describeRejection, formatCountdown, formatSlot, slotKey } from './reservation-words.ts';
import { SlotButton } from './slot-button.tsx';
import type { Rejection, ReservationActions } from './use-reservation-actions.ts';
import classes from './waits.module.css';
import { Unbroken } from '#ui/unbroken.tsx';

interface MyWaitsProps {
  /** Waits without those that have an offer, which are shown at the top of the page. */
  readonly waits: readonly ReservationWait[];
  readonly actions: ReservationActions;
}

export function MyWaits({ waits, actions }: MyWaitsProps) {
  const [leaving, setLeaving] = useState<ReservationWait | null>(null);
  const dialog =
    leaving === null ? null : (
      <LeaveDialog
        gymSlot={leaving}
        waitId={leaving.waitId}
        offered={false}
        actions={actions}
        onDone={() => {
          setLeaving(null);
        }}
      />
    );
  if (waits.length === 0) return dialog;
  return (
    <Stack as="section" gap={8} aria-labelledby="my-waits">
      <SectionHeading id="my-waits">キャンセル待ち</SectionHeading>
      <List divided card>
        {waits.map((wait) => (
          <Row
            key={wait.waitId}
            as="li"
            gap={8}
            align="center"
            justify="between"
            className={classes.wait}
          >
            <Box shrinks>
              <Text weight={700} leading="snug">
                <Unbroken text={formatSlot(wait)} />
              </Text>
              <Note leading="snug">
                {wait.gymName}・{wait.position}番目
              </Note>
            </Box>
            <SlotButton
              variant="plain"
              busy={actions.isRunning(slotKey(wait.gymId, wait.startsAt))}
              aria-label={`${formatSlot(wait)}のキャンセル待ちをやめる`}
              onClick={() => {
                setLeaving(wait);
              }}
            >
              やめる
            </SlotButton>
          </Row>
        ))}
      </List>
      <Note leading="snug">
        空きが出ると順番にお知らせし、10分間、枠を確保します。メールでもお知らせします。
      </Note>
      {dialog}
    </Stack>
  );
}

interface OffersProps {
  readonly waits: readonly ReservationWait[];
  readonly actions: ReservationActions;
}

/**
 * Shows the offered seats above everything else on any day, because a seat is held for only ten
 * minutes.
 */
export function Offers({ waits, actions }: OffersProps) {
  const [leaving, setLeaving] = useState<ReservationWait | null>(null);
  return (
    <>
      {waits.map((wait) => {
        const key = slotKey(wait.gymId, wait.startsAt);
        const running = actions.isRunning(key);
        const { refusal } = actions;
        return (
          <Box
            key={wait.waitId}
            as="section"
            card
            padding={16}
            className={classes.offer}
            aria-label="空きのご案内"
          >
            <OfferCountdown until={wait.offeredUntil ?? ''} />
            <Text size={20} weight={700} leading="snug" above={4}>
              <Unbroken text={formatSlot(wait)} />
            </Text>
            <Note>{wait.gymName}</Note>
            {refusal?.key === key ? <OfferRejection refusal={refusal} /> : null}
            <Stack columns="1fr auto" gap={8} above={12} className={classes.buttons}>
              <SlotButton
                variant="filled"
                busy={running}
                aria-label={`${formatSlot(wait)}を予約する`}
                onClick={() => void actions.reserve(wait)}
              >
                {running ? '予約中…' : '予約する'}
              </SlotButton>
              <SlotButton
                variant="plain"
                off={running}
                aria-label={`${formatSlot(wait)}の空きを見送る`}
                onClick={() => {
                  setLeaving(wait);
                }}
              >
                見送る
              </SlotButton>
            </Stack>
          </Box>
        );
      })}
      {leaving === null ? null : (
        <LeaveDialog
          gymSlot={leaving}
          waitId={leaving.waitId}
          offered
          actions={actions}
          onDone={() => {
            setLeaving(null);
          }}
        />
      )}
    </>
  );
}

function OfferRejection({ refusal: { kind, code, slot } }: { readonly refusal: Rejection }) {
  if (isMembershipRejection(code)) return <MissingRight refusal={code} slot={slot} />;
  return (
    <Text role="alert" size={14} bright>
      {describeRejection(kind, code)}
    </Text>
  );
}

/** Shows how long the offered seat is still held. */
export function OfferCountdown({ until }: { readonly until: string }) {
  const now = useNow(1000);
  return (
    <Row as="span" gap={8} rowGap={0} wrap size={14} weight={700}>
      空きが出ました
      <Text as="span" nowrap role="timer">
        残り{formatCountdown(until, now, offerMs)}
      </Text>
    </Row>
  );
}
