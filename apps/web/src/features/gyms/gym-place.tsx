import { IconMapPin, IconPhone, IconWalk } from '@tabler/icons-react';
import type { Gym } from '@tanren/contract/gyms';
import { Card } from '#ui/card.tsx';
import classes from './gym-place.module.css';

type GymPlaceProps = Pick<Gym, 'address' | 'access' | 'phone' | 'mapUrl'>;

/** What is not known of a gym is left out. */
export function GymPlace({ address, access, phone, mapUrl }: GymPlaceProps) {
  if (address === '' && access === '' && phone === '') return null;
  return (
    <Card heading="アクセス">
      <ul className={classes.place}>
        {address === '' ? null : (
          <li>
            <IconMapPin size={24} stroke={1.75} aria-hidden />
            <span className={classes.text}>{address}</span>
            <a href={mapUrl} target="_blank" rel="noopener noreferrer" className={classes.action}>
              地図を開く
            </a>
          </li>
        )}
        {access === '' ? null : (
          <li>
            <IconWalk size={24} stroke={1.75} aria-hidden />
            <span className={classes.text}>{access}</span>
          </li>
        )}
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
      </ul>
    </Card>
  );
}
