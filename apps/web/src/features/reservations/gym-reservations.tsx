import { toGymDay } from '@tanren/domain/gym-time';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { gymHoursQuery, gymQuery, gymsQuery } from '#entities/gyms/gyms.queries.ts';
import { trainingSessionQuery } from '#entities/training-sessions/training-sessions.queries.ts';
import { CancelDialog } from './reservation-dialogs.tsx';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import { useNow } from '#lib/server-time.ts';
import { ChosenSession, MoveBanner } from './booking-context.tsx';
import { DaySlots } from './slot-list.tsx';
import { DayStrip, GymSelect } from './gym-day-picker.tsx';
import { GymCancelled } from './gym-cancelled.tsx';
import { MyReservations } from './my-reservations.tsx';
import { MyWaits, Offers } from './waits.tsx';
import { PastReservations } from './past-reservations.tsx';
import { chooseDay, listReservableDays } from './reservable-slots.ts';
import { myReservationsQuery, myWaitsQuery } from './reservations.queries.ts';
import { useReservationActs } from './use-reservation-actions.ts';
import { useReservationsPage } from './use-reservations-page.ts';
import { ViewTabs } from './view-tabs.tsx';
import classes from './reservations.module.css';

interface GymReservationsProps {
  readonly gymId: number;
  readonly calendar: ReactNode;
}

export function GymReservations({ gymId, calendar }: GymReservationsProps) {
  const { search, chooseGym, chooseDate, removeSession, endMove } = useReservationsPage();
  const { data: gyms } = useSuspenseQuery(gymsQuery);
  const { data: gym } = useSuspenseQuery(gymQuery(gymId));
  const { data: hours } = useSuspenseQuery(gymHoursQuery(gymId));
  const mine = useQuery(myReservationsQuery);
  const waiting = useQuery(myWaitsQuery);
  const waits = waiting.data ?? [];
  const now = useNow(5000);
  const wanted = useChosenSession(search.trainingSessionId);
  const session = search.trainingSessionId === undefined ? undefined : wanted.data;
  const acts = useReservationActs(session === null ? null : (search.trainingSessionId ?? null));
  const { slotMinutes, reservableDays } = gym;
  const days = listReservableDays({ hours, slotMinutes, reservableDays }, now);
  const day = chooseDay(days, search.date);
  const reserved = mine.data?.filter((reservation) => reservation.gymId === gymId) ?? [];
  const moving = findMoving(search.move, mine.data, mine.isError);
  return (
    <>
      <GymCancelled now={now} />
      <Offers waits={waits.filter(({ offeredUntil }) => offeredUntil !== null)} acts={acts} />
      <LoadAgainIfMissing what="キャンセル待ち" query={waiting} />
      <LoadAgainIfMissing what="選んだメニュー" query={wanted} />
      {session === undefined ? null : (
        <ChosenSession session={session} slotMinutes={slotMinutes} onRemove={removeSession} />
      )}
      {moving ? <MoveBanner reservation={moving} onEnd={endMove} /> : null}
      <ViewTabs search={search} count={mine.data?.length ?? null} />
      <div className={classes.columns} data-view={search.view ?? 'slots'}>
        <div className={classes.slots}>
          <GymSelect gyms={gyms} gymId={gymId} fixed={Boolean(moving)} onChoose={chooseGym} />
          <DayStrip
            days={days}
            today={toGymDay(new Date(now))}
            chosen={day?.date ?? ''}
            reserved={new Set(reserved.map(({ date }) => date))}
            onChoose={(date) => {
              acts.forgetRefusal();
              chooseDate(date);
            }}
          />
          {day === null ? null : (
            <DaySlots
              gymId={gymId}
              day={day}
              days={days}
              now={now}
              acts={acts}
              mine={reserved}
              moving={moving}
              onMoved={endMove}
              onChooseDate={chooseDate}
            />
          )}
        </div>
        <div className={classes.gymReservationsMine}>
          <MyReservations query={mine} now={now} acts={acts} search={search} />
          <MyWaits waits={waits.filter(({ offeredUntil }) => offeredUntil === null)} acts={acts} />
          <PastReservations />
          {calendar}
        </div>
      </div>
      <CancelDialog asked={acts.askedCancel} />
    </>
  );
}

/** What the address wants to be done then; null: there is no such session; undefined: not known. */
function useChosenSession(trainingSessionId: number | undefined) {
  return useQuery({
    ...trainingSessionQuery(trainingSessionId ?? 0),
    enabled: trainingSessionId !== undefined,
  });
}

/**
 * The reservation that the address wants to move; null: none. As long as that is not known, a tap
 * must not make a second one.
 */
function findMoving<R extends { readonly id: number }>(
  move: number | undefined,
  mine: readonly R[] | undefined,
  failed: boolean,
): R | null | undefined {
  if (move === undefined) return null;
  if (mine === undefined) return failed ? null : undefined;
  return mine.find(({ id }) => id === move) ?? null;
}
