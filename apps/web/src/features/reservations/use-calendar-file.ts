import { getReservationCalendar } from '@tanren/contract/training-reservations';
import { useMutation } from '@tanstack/react-query';
import { downloadFile } from '#lib/api.ts';
import { trainingReservationsKey } from '#lib/next-reservation.ts';
import { saveFile } from '#lib/save-file.ts';

/** A reservation as a file that calendars take. */
export function useCalendarFile(reservationId: number) {
  const { mutate, isPending } = useMutation({
    mutationKey: [trainingReservationsKey, 'calendar', reservationId],
    mutationFn: async () => {
      const file = await downloadFile(getReservationCalendar, { params: { reservationId } });
      saveFile(file, `tanren-reservation-${reservationId}.ics`);
    },
  });
  return {
    busy: isPending,
    save: () => {
      if (!isPending) mutate();
    },
  };
}
