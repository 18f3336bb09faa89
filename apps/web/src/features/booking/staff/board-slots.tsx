import { IconCalendarOff } from '@tabler/icons-react';
import type { Board } from '@tanren/contract/booking/staff-board';
import type { CSSProperties, ReactNode } from 'react';
import { formatSlotTime, gymDateOf } from '#lib/dates.ts';
import { Badge } from '#ui/badge.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Box, List, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { type BoardSlot, describeSlot, isGoingOn, splitSlots } from './board-state.ts';
import { BoardVisitRow, DepartedRow, type VisitActions } from './board-visit.tsx';
import classes from './staff-board.module.css';

interface BoardSlotsProps extends VisitActions {
  readonly board: Board;
  readonly now: number;
}

/** Shows the slots of the day. Past slots are folded, so that the current slot comes first. */
export function BoardSlots({ board, now, ...actions }: BoardSlotsProps) {
  const { over, ahead } = splitSlots(board, now);
  if (board.slots.length === 0) {
    return <EmptyState Icon={IconCalendarOff} text="この日は休館日です。" />;
  }
  const showSlot = (slot: BoardSlot) => (
    <SlotSection key={slot.startsAt} slot={slot} board={board} now={now} {...actions} />
  );
  // The slots of a day that is completely over are all shown.
  const [folded, shown] = ahead.length === 0 ? [[], over] : [over, ahead];
  return (
    <Stack gap={12}>
      {folded.length === 0 ? null : (
        <Disclosure label={describeOver(folded)}>
          <Stack gap={12}>{folded.map(showSlot)}</Stack>
        </Disclosure>
      )}
      <div className={classes.columnNames} aria-hidden>
        {['来館', '名前', '会員番号', 'プラン', 'マシン', 'メモ'].map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      {shown.map(showSlot)}
    </Stack>
  );
}

function describeOver(over: readonly BoardSlot[]): string {
  const visits = over.flatMap((slot) => slot.visits);
  const came = visits.filter(({ enteredAt }) => enteredAt !== null).length;
  return `終わった枠（来館${came}・来館なし${visits.length - came}）`;
}

interface SlotSectionProps extends BoardSlotsProps {
  readonly slot: BoardSlot;
}

function SlotSection({ slot, board, now, ...actions }: SlotSectionProps) {
  const { startsAt, visits, departed } = slot;
  const rows = visits.length + departed.length;
  const goesOn = isGoingOn(slot, now);
  const canEnter = board.date <= gymDateOf(new Date(now).toISOString());
  const id = `slot-${startsAt}`;
  const size: CSSProperties & { readonly '--visits': number } = { '--visits': rows };
  return (
    <Box
      as="section"
      card
      clips
      className={classes.slot}
      style={size}
      aria-labelledby={id}
      data-now={goesOn || undefined}
    >
      <SlotHead id={id} places={describeSlot(slot, now)}>
        <Text as="span" size={20} nowrap>
          {formatSlotTime(slot, board.date)}
        </Text>
        {goesOn ? <Badge>今</Badge> : null}
      </SlotHead>
      {rows === 0 ? null : (
        <List>
          {visits.map((visit) => (
            <BoardVisitRow
              key={visit.reservationId}
              visit={visit}
              canEnter={canEnter}
              {...actions}
            />
          ))}
          {departed.map(({ id: departedId, enteredAt }) => (
            <DepartedRow key={`departed-${departedId}`} enteredAt={enteredAt} />
          ))}
        </List>
      )}
    </Box>
  );
}

interface SlotHeadProps {
  readonly id: string;
  /** Number of members, or of reservations and free seats. */
  readonly places: string;
  readonly children: ReactNode;
}

export function SlotHead({ id, places, children }: SlotHeadProps) {
  return (
    <Row
      id={id}
      as="h2"
      gap={12}
      rowGap={0}
      align="center"
      wrap
      tall={44}
      size={16}
      leading="snug"
      className={classes.slotHead}
    >
      {children}
      <Note as="span" weight={400} end className={classes.places}>
        {places}
      </Note>
    </Row>
  );
}
