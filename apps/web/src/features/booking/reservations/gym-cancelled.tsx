import { IconCalendarX } from '@tabler/icons-react';
import type { TrainingReservation } from '@tanren/contract/booking/training-reservations';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { deviceStorage } from '#lib/browser-storage.ts';
import { useNow } from '#lib/server-time.ts';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import { Notice } from '#ui/feedback/notices.tsx';
import { PlainButton } from '#ui/buttons.tsx';
import { look, Row, Stack } from '#ui/layout.tsx';
import { formatSlot } from './reservation-words.ts';
import { gymCancelledQuery } from './reservations.queries.ts';
import { Unbroken } from '#ui/unbroken.tsx';

/**
 * Shows the reservations that the gym cancelled until their time would have been over, on every day
 * of the page.
 */
export function GymCancelled({ now }: { readonly now: number }) {
  const { query, ahead } = useGymCancelled(now);
  if (ahead.length === 0) return <LoadAgainIfMissing what={missing} query={query} />;
  return (
    <Stack as="section" gap={8} aria-label={heading}>
      {ahead.map((reservation) => (
        <CancelledNotice key={reservation.id} reservation={reservation} />
      ))}
    </Stack>
  );
}

const heading = 'キャンセルになった予約';

const missing = 'ジムからのキャンセルのお知らせ';

const minuteMs = 60_000;

/** Returns the cancelled reservations whose time is not over, earliest first. */
function useGymCancelled(now: number) {
  const query = useQuery(gymCancelledQuery);
  const cancelled = query.data ?? [];
  const ahead = cancelled.filter(({ endsAt }) => Date.parse(endsAt) > now).toReversed();
  return { query, ahead };
}

function CancelledNotice({ reservation }: { readonly reservation: TrainingReservation }) {
  return (
    <Notice Icon={IconCalendarX}>
      {reservation.gymName}の<Unbroken text={formatSlot(reservation)} />
      の予約はキャンセルになりました。理由：{reservation.gymCancelReason}
    </Notice>
  );
}

/**
 * Shows the reservations that the gym cancelled on the home page, until the member confirms to have
 * seen them.
 */
export function HomeGymCancelled() {
  const { query, ahead } = useGymCancelled(useNow(minuteMs));
  const [acknowledged, setAcknowledged] = useState(readAcknowledged);
  const unacknowledged = ahead.filter(({ id }) => !acknowledged.includes(id));
  if (unacknowledged.length === 0) return <LoadAgainIfMissing what={missing} query={query} />;
  return (
    <Stack as="section" gap={8} aria-label={heading}>
      {unacknowledged.map((reservation) => (
        <CancelledNotice key={reservation.id} reservation={reservation} />
      ))}
      <Row gap={16} rowGap={4} align="center" justify="between" wrap>
        <Link to="/reservations" className={look('tap')}>
          別の時間を予約する
        </Link>
        <PlainButton
          onClick={() => {
            setAcknowledged(acknowledge(unacknowledged.map(({ id }) => id)));
          }}
        >
          確認しました
        </PlainButton>
      </Row>
    </Stack>
  );
}

const key = 'tanren:seen-cancellations';

/**
 * Returns the ids of the cancelled reservations that were confirmed as seen on this device. Each id
 * belongs to one member only, so a shared phone needs no list per member.
 */
function readAcknowledged(): readonly number[] {
  const ids = deviceStorage.readJson(key);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [];
}

/**
 * Maximum number of stored ids. It is far more than can be shown at once, so the removed ids belong
 * to past reservations.
 */
const maxStored = 50;

export function acknowledge(ids: readonly number[]): readonly number[] {
  const all = [...new Set([...readAcknowledged(), ...ids])].slice(-maxStored);
  // If nothing can be stored, the notice appears again on the next visit.
  deviceStorage.saveJson(key, all);
  return all;
}
