import type { ReservationWait } from '@tanren/contract/reservation-waits';
import type { ReservationSlot, TrainingReservation } from '@tanren/contract/training-reservations';
import type { FastifyInstance } from 'fastify';
import { bearer } from './test-app.ts';

export interface Answer<T> {
  readonly status: number;
  /** Of a problem; null when it went well. */
  readonly code: string | null;
  readonly body: T;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What members do with reservations, through one node. */
export function reservationCalls(app: FastifyInstance) {
  async function call<T = unknown>(
    sub: string,
    method: Method,
    path: string,
    payload?: object,
  ): Promise<Answer<T>> {
    const body = payload === undefined ? {} : { payload };
    const url = `/api${path}`;
    const response = await app.inject({ method, url, headers: bearer(sub), ...body });
    const json = response.body === '' ? null : response.json<T & { code?: string }>();
    const code = response.statusCode < 400 ? null : (json?.code ?? 'none');
    return { status: response.statusCode, code, body: json as T };
  }

  return {
    call,
    reserve: async (sub: string, gymId: number, date: string, startsAt: Date, more: object = {}) =>
      await call<TrainingReservation>(sub, 'POST', `/training-reservations/gyms/${gymId}/${date}`, {
        startsAt: startsAt.toISOString(),
        ...more,
      }),
    move: async (sub: string, id: number, startsAt: Date, more: object = {}) =>
      await call<TrainingReservation>(sub, 'PUT', `/training-reservations/my/${id}`, {
        startsAt: startsAt.toISOString(),
        ...more,
      }),
    cancel: async (sub: string, id: number) =>
      await call<null>(sub, 'DELETE', `/training-reservations/my/${id}`),
    read: async (sub: string, id: number) =>
      await call<TrainingReservation>(sub, 'GET', `/training-reservations/my/${id}`),
    list: async (sub: string, query = '') =>
      await call<{ items: TrainingReservation[]; nextCursor: string | null }>(
        sub,
        'GET',
        `/training-reservations/my${query}`,
      ),
    slots: async (sub: string, gymId: number, date: string) =>
      (
        await call<{ slots: ReservationSlot[] }>(
          sub,
          'GET',
          `/training-reservations/gyms/${gymId}/${date}`,
        )
      ).body.slots,
    wait: async (sub: string, gymId: number, date: string, startsAt: Date, more: object = {}) =>
      await call<ReservationWait>(sub, 'POST', '/my/reservation-waits', {
        gymId,
        date,
        startsAt: startsAt.toISOString(),
        ...more,
      }),
    waits: async (sub: string) =>
      (await call<ReservationWait[]>(sub, 'GET', '/my/reservation-waits')).body,
    leave: async (sub: string, waitId: number) =>
      await call<null>(sub, 'DELETE', `/my/reservation-waits/${waitId}`),
  };
}

export type ReservationCalls = ReturnType<typeof reservationCalls>;
