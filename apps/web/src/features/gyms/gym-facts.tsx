import { IconMail, IconMapPin, IconPhone, IconWalk } from '@tabler/icons-react';
import type { Gym } from '@tanren/contract/gyms/gyms';
import { maxReservations } from '@tanren/domain/booking/reservations';
import { formatMinutes } from '#entities/gyms/gym-words.ts';
import { List, Text } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { FactList } from '#ui/lists/data-table.tsx';
import classes from './gyms.module.css';

type GymContactProps = Pick<Gym, 'address' | 'access' | 'phone' | 'email' | 'mapUrl'>;

/** Shows the contact details of a gym and omits unknown ones. */
export function GymContact({ address, access, phone, email, mapUrl }: GymContactProps) {
  if (address === '' && access === '' && phone === '' && email === '') return null;
  return (
    <Card heading="アクセス">
      <List divided above={4} className={classes.place}>
        {address === '' ? null : (
          <li>
            <IconMapPin size={24} stroke={1.75} aria-hidden />
            <Text as="span" grow>
              {address}
            </Text>
            <a href={mapUrl} target="_blank" rel="noopener noreferrer" className={classes.action}>
              地図を開く
            </a>
          </li>
        )}
        {access === '' ? null : (
          <li>
            <IconWalk size={24} stroke={1.75} aria-hidden />
            <Text as="span" grow>
              {access}
            </Text>
          </li>
        )}
        <ContactRows phone={phone} email={email} />
      </List>
    </Card>
  );
}

/** Shows list rows that call the gym or write to it. */
export function ContactRows({ phone, email }: Pick<Gym, 'phone' | 'email'>) {
  return (
    <>
      {phone === '' ? null : (
        <li>
          <IconPhone size={24} stroke={1.75} aria-hidden />
          <a
            href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
            className={classes.action}
            aria-label={`電話をかける ${phone}`}
          >
            {phone}
          </a>
        </li>
      )}
      {email === '' ? null : (
        <li>
          <IconMail size={24} stroke={1.75} aria-hidden />
          <a
            href={`mailto:${email}`}
            className={classes.action}
            aria-label={`メールを送る ${email}`}
          >
            {email}
          </a>
        </li>
      )}
    </>
  );
}

export function ReservationRules({ gym }: { readonly gym: Gym }) {
  return (
    <Card heading="予約のルール">
      <FactList
        facts={[
          { name: '1枠の長さ', value: `${gym.slotMinutes}分` },
          { name: '定員', value: `${gym.capacity}名` },
          { name: '予約できる期間', value: `${gym.reservableDays}日先まで` },
          { name: '同時に予約できる数', value: `${maxReservations}件まで` },
          { name: '変更・キャンセルの期限', value: describeDeadline(gym.cancelDeadlineMinutes) },
        ]}
      />
    </Card>
  );
}

function describeDeadline(minutes: number): string {
  return minutes === 0 ? '開始まで' : `開始の${formatMinutes(minutes)}前まで`;
}
