import type { Board, BoardVisit } from '@tanren/contract/booking/staff-board';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatGymClock, formatGymDate, formatMoment, formatSlotTime } from '#lib/dates.ts';
import { look } from '#ui/layout.tsx';
import { PrintSheet } from '#ui/print-sheet.tsx';
import classes from './board-sheet.module.css';
import { healthMarks } from './health-mark.tsx';
import { type BoardSlot, departedName, describeSlot, entryWays } from './board-state.ts';

/** Prints one table on A4 in place of the page. */
export function BoardSheet({ board }: { readonly board: Board }) {
  return useIsPrinting() ? <Sheet board={board} /> : null;
}

/**
 * Returns whether the page is being printed. The sheet is as expensive to render as the page
 * itself, so it exists only while printing.
 */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const media = matchMedia('print');
    const listening = new AbortController();
    const { signal } = listening;
    // The state changes synchronously, because the browser prints what is rendered when the event
    // handler returns.
    const setPrinting = (isBegun: boolean) => {
      flushSync(() => {
        setIsPrinting(isBegun);
      });
    };
    window.addEventListener('beforeprint', () => setPrinting(true), { signal });
    window.addEventListener('afterprint', () => setPrinting(false), { signal });
    media.addEventListener('change', ({ matches }) => setPrinting(matches), { signal });
    return () => {
      listening.abort();
    };
  }, []);
  return isPrinting;
}

function Sheet({ board }: { readonly board: Board }) {
  return (
    <PrintSheet className={classes.sheet}>
      <table className={classes.table}>
        <caption className={classes.caption}>
          {board.gymName} {formatGymDate(board.date)}の受付
          <small>{formatMoment(board.serverTime)}現在</small>
        </caption>
        <thead>
          <tr>
            <th scope="col">時間</th>
            <th scope="col">来館</th>
            <th scope="col">名前</th>
            <th scope="col">会員番号</th>
            <th scope="col">プラン</th>
            <th scope="col">メモ</th>
          </tr>
        </thead>
        {board.slots.map((slot) => (
          <SlotRows key={slot.startsAt} slot={slot} board={board} />
        ))}
      </table>
    </PrintSheet>
  );
}

/** Shows one slot. Its time appears once, next to all of its visits. */
function SlotRows({ slot, board }: { readonly slot: BoardSlot; readonly board: Board }) {
  const time = formatSlotTime(slot, board.date);
  const places = describeSlot(slot, Date.parse(board.serverTime));
  const rows = slot.visits.length + slot.departed.length;
  if (rows === 0) {
    return (
      <tbody>
        <tr>
          <th scope="rowgroup">{time}</th>
          <td colSpan={5}>{places}</td>
        </tr>
      </tbody>
    );
  }
  const head = (
    <th scope="rowgroup" rowSpan={rows}>
      {time}
      <small>{places}</small>
    </th>
  );
  return (
    <tbody>
      {slot.visits.map((visit, index) => (
        <tr key={visit.reservationId}>
          {index === 0 ? head : null}
          <td className={look('nowrap')}>{describeEntry(visit)}</td>
          <td>
            {visit.name}
            {visit.nameKana === undefined ? '' : ` ${visit.nameKana}`}
            {visit.walkIn ? '（予約なし）' : ''}
            {visit.firstVisit ? '（初回）' : ''}
            {visit.health === undefined ? '' : `（${healthMarks[visit.health]}）`}
          </td>
          <td>{visit.membershipNumber}</td>
          <td>{visit.planName}</td>
          <td>{visit.note}</td>
        </tr>
      ))}
      {slot.departed.map(({ id, enteredAt }, index) => (
        <tr key={`departed-${id}`}>
          {slot.visits.length === 0 && index === 0 ? head : null}
          <td className={look('nowrap')}>{formatGymClock(enteredAt)}</td>
          <td colSpan={4}>{departedName}</td>
        </tr>
      ))}
    </tbody>
  );
}

/** Returns the entry time and method, or a box to tick by hand while the member has not entered. */
function describeEntry({ enteredAt, enteredBy, noShow }: BoardVisit): string {
  if (enteredAt === null) return noShow ? '来館なし' : '□';
  return `${formatGymClock(enteredAt)} ${enteredBy === null ? '' : entryWays[enteredBy]}`.trim();
}
