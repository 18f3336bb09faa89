import { type Icon, IconMail, IconMapPin, IconPhone, IconWalk } from '@tabler/icons-react';
import type { Gym } from '@tanren/contract/gyms/gyms';
import { maxReservations } from '@tanren/domain/booking/reservations';
import type { GymTextName } from '@tanren/domain/gyms/gym-fields';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatMinutes } from '#entities/gyms/gym-words.ts';
import { List, look, Text } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { FactList } from '#ui/lists/data-table.tsx';
import classes from './gyms.module.css';

interface TextRow {
  readonly Icon: Icon;
  readonly show: (text: string, gym: Gym) => ReactNode;
}

const showText = (text: string) => (
  <Text as="span" grow>
    {text}
  </Text>
);

/** Texts with a row. The name is the title of the page. */
type RowName = Exclude<GymTextName, 'name'>;

/** Rows of the texts in their order on the page. */
const textRows: Readonly<Record<RowName, TextRow>> = {
  address: {
    Icon: IconMapPin,
    show: (address, { mapUrl }) => (
      <>
        {showText(address)}
        <a href={mapUrl} target="_blank" rel="noopener noreferrer" className={classes.action}>
          地図を開く
        </a>
      </>
    ),
  },
  access: { Icon: IconWalk, show: showText },
  phone: {
    Icon: IconPhone,
    show: (phone) => (
      <a
        href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
        className={classes.action}
        aria-label={`電話をかける ${phone}`}
      >
        {phone}
      </a>
    ),
  },
  email: {
    Icon: IconMail,
    show: (email) => (
      <a href={`mailto:${email}`} className={classes.action} aria-label={`メールを送る ${email}`}>
        {email}
      </a>
    ),
  },
};

const placeNames = ['address', 'access'] as const satisfies readonly RowName[];
const contactNames = ['phone', 'email'] as const satisfies readonly RowName[];

/** Shows how to find a gym, near the top of its page. */
export function GymPlace({ gym }: { readonly gym: Gym }) {
  if (placeNames.every((name) => gym[name] === '')) return null;
  return (
    <section aria-label="アクセス">
      <TextRows gym={gym} names={placeNames} />
    </section>
  );
}

/** Shows how to reach the people of a gym. */
export function GymContact({ gym }: { readonly gym: Gym }) {
  if (contactNames.every((name) => gym[name] === '')) return null;
  return (
    <Card heading="連絡先">
      <TextRows gym={gym} names={contactNames} />
    </Card>
  );
}

/** Leads to who operates the gym, and under which conditions it sells memberships. */
export function LegalNoticeLink({ gymId }: { readonly gymId: number }) {
  return (
    <p>
      <Link to="/gyms/$gymId/legal-notice" params={{ gymId }} className={look('tap', 'size-14')}>
        特定商取引法に基づく表記
      </Link>
    </p>
  );
}

interface TextRowsProps {
  readonly gym: Gym;
  readonly names: readonly RowName[];
}

/** Lists texts of a gym and omits empty ones. */
export function TextRows({ gym, names }: TextRowsProps) {
  return (
    <List divided above={4} className={classes.place}>
      {names.map((name) => {
        const { Icon, show } = textRows[name];
        return gym[name] === '' ? null : (
          <li key={name}>
            <Icon size={24} stroke={1.75} aria-hidden />
            {show(gym[name], gym)}
          </li>
        );
      })}
    </List>
  );
}

export function ReservationRules({ gym }: { readonly gym: Gym }) {
  return (
    <Card heading="予約のルール">
      <FactList
        facts={[
          { name: '1回の利用時間', value: `${gym.slotMinutes}分` },
          { name: '定員', value: `${gym.capacity}人` },
          { name: '予約できる期間', value: `${gym.reservableDays}日先まで` },
          { name: '同時に予約できる数', value: `${maxReservations}件まで` },
          { name: '変更・キャンセル', value: describeDeadline(gym.cancelDeadlineMinutes) },
        ]}
      />
    </Card>
  );
}

function describeDeadline(minutes: number): string {
  return minutes === 0 ? '開始まで' : `開始の${formatMinutes(minutes)}前まで`;
}
