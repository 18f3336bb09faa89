import {
  listMyReservations,
  type TrainingReservation,
} from '@tanren/contract/booking/training-reservations';
import { linkOptions } from '@tanstack/react-router';
import { refreshReservations } from '#entities/booking/reservations.queries.ts';
import { explainBooking } from '#entities/booking/unsent-bookings.ts';
import { callApi } from '#lib/api.ts';
import { notifyDone } from '#lib/notifier.ts';
import type { SendResult, UnsentWrite } from '#lib/offline/outbox-rules.ts';
import type { QueuedWrites } from '#lib/offline/queued-write.ts';

/** The queued write of a reservation whose answer was lost. */
export const queuedBookings = {
  reservation: {
    name: ({ about }) => `${about}の予約`,
    explain: (write) =>
      `${write.refusal === null ? '' : '予約できませんでした。'}${explainBooking(write)}`,
    findWayOn: ({ call, refusal }) => {
      if (refusal === null) return null;
      const { gymId, date } = call.params;
      return {
        link: linkOptions({
          to: '/reservations',
          search: { gym: Number(gymId), date: String(date) },
        }),
        label: '空き枠を見る',
      };
    },
    doneText: 'に予約を操作',
    hasContent: false,
    onSent: (queryClient, { about }) => {
      void refreshReservations(queryClient);
      notifyDone('予約できました', about);
    },
    onRejected: (queryClient, { about }, refusal) => {
      void refreshReservations(queryClient);
      notifyDone('予約できませんでした', `${about}：${explainBooking({ refusal })}`);
      return false;
    },
    lookUp: lookUpBooking,
  },
} satisfies Pick<QueuedWrites, 'reservation'>;

/** Searches for the reservation that a call without an answer may have made. */
async function lookUpBooking({ call }: UnsentWrite): Promise<SendResult> {
  const isWanted = ({ gymId, startsAt }: TrainingReservation) =>
    gymId === call.params['gymId'] &&
    Date.parse(startsAt) === Date.parse(String(call.body['startsAt']));
  for (const time of ['upcoming', 'past'] as const) {
    const { items } = await callApi(listMyReservations, { querystring: { time } });
    const answer = items.find((one) => one.status !== 'cancelled' && isWanted(one));
    if (answer !== undefined) return { kind: 'done', answer };
  }
  return { kind: 'refused', refusal: { status: 0, code: null } };
}
