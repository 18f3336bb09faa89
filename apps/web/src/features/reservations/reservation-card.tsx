import { IconAlertCircle, IconBarbell, IconCalendarDown } from '@tabler/icons-react';
import type { TrainingReservation } from '@tanren/contract/training-reservations';
import { Link } from '@tanstack/react-router';
import { formatShortGymDate } from '#lib/dates.ts';
import { describeRefusal } from './refusal-words.ts';
import { dropWishes, type ReservationsSearch } from './reservations-search.ts';
import { SlotButton } from './slot-button.tsx';
import { formatSlotTime } from '#lib/slot-times.ts';
import { formatMoment, formatSlot } from './slot-words.ts';
import { useCalendarFile } from './use-calendar-file.ts';
import { reservationKey, type ReservationActs } from './use-reservation-acts.ts';
import classes from './reservation-card.module.css';

interface ReservationCardProps {
  readonly reservation: TrainingReservation;
  readonly now: number;
  readonly acts: ReservationActs;
  readonly search: ReservationsSearch;
}

export function ReservationCard({ reservation, now, acts, search }: ReservationCardProps) {
  const { id, gymId, gymName, date, startsAt, changeableUntil } = reservation;
  const late = Date.parse(changeableUntil) < now;
  const running = Date.parse(startsAt) <= now;
  const { refusal } = acts;
  return (
    <article className={classes.card} aria-label={formatSlot(reservation)}>
      <h3 className={classes.when}>
        <time dateTime={startsAt}>
          {formatShortGymDate(date)}
          <span className={classes.time}>{formatSlotTime(reservation, date)}</span>
        </time>
      </h3>
      <p className={classes.gym}>
        <Link to="/gyms/$gymId" params={{ gymId }}>
          {gymName}
        </Link>
        {running ? <span className={classes.running}>利用時間中です</span> : null}
      </p>
      <Session reservation={reservation} acts={acts} search={search} />
      <p className={classes.until}>
        {late
          ? `変更・キャンセルの期限（${formatMoment(changeableUntil)}）を過ぎました。`
          : `変更・キャンセルは ${formatMoment(changeableUntil)} まで`}
      </p>
      {refusal?.key === reservationKey(id) ? (
        <p role="alert" className={classes.refusal}>
          <IconAlertCircle size={20} stroke={1.75} aria-hidden />
          {describeRefusal(refusal.kind, refusal.code)}
        </p>
      ) : null}
      <Acts reservation={reservation} late={late} acts={acts} search={search} />
    </article>
  );
}

type PartProps = Omit<ReservationCardProps, 'now'> & { readonly late: boolean };

/** The session it is for; one that was chosen for the next reservation can be put here instead. */
function Session({ reservation, acts, search: { trainingSessionId } }: Omit<PartProps, 'late'>) {
  const { trainingSession } = reservation;
  const other =
    trainingSessionId !== undefined && trainingSession?.trainingSessionId !== trainingSessionId;
  if (trainingSession === null && !other) return null;
  const busy = acts.busy.get(reservationKey(reservation.id));
  return (
    <div className={classes.session}>
      {trainingSession === null ? null : (
        <Link
          to="/training-sessions/$trainingSessionId"
          params={{ trainingSessionId: trainingSession.trainingSessionId }}
          className={classes.title}
        >
          <IconBarbell size={20} stroke={1.75} aria-hidden />
          {trainingSession.title}
        </Link>
      )}
      {other ? (
        <SlotButton
          variant="quiet"
          busy={busy}
          onClick={() => void acts.changeSession(reservation, trainingSessionId)}
        >
          選んだセッションを付ける
        </SlotButton>
      ) : null}
    </div>
  );
}

function Acts({ reservation, late, acts, search }: PartProps) {
  const { id, gymId, date, trainingSession } = reservation;
  const busy = acts.busy.get(reservationKey(id));
  const calendar = useCalendarFile(id);
  const what = formatSlot(reservation);
  const cancel = () => {
    const trainingSessionId = trainingSession?.trainingSessionId ?? null;
    void acts.cancel({ ...reservation, trainingSessionId }, reservationKey(id));
  };
  return (
    <div className={classes.acts}>
      {late ? null : (
        <Link
          to="/reservations"
          search={{ ...dropWishes(search, 'view'), gym: gymId, date, move: id }}
          className={classes.move}
          aria-label={`${what}の予約を変更する`}
        >
          変更する
        </Link>
      )}
      <SlotButton
        variant="plain"
        busy={busy}
        off={late}
        aria-label={`${what}の予約をキャンセルする`}
        onClick={cancel}
      >
        {busy === 'running' ? 'キャンセル中…' : 'キャンセルする'}
      </SlotButton>
      <SlotButton
        variant="plain"
        busy={calendar.busy ? 'running' : undefined}
        aria-label={`${what}をカレンダーに追加`}
        onClick={calendar.save}
      >
        <IconCalendarDown size={20} stroke={1.75} aria-hidden />
        カレンダーに追加
      </SlotButton>
    </div>
  );
}
