import {
  type Icon,
  IconBarbell,
  IconHistory,
  IconHome,
  IconListCheck,
  IconMenu2,
} from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './navigation.module.css';

/**
 * The five places of the bottom navigation; the third stands out: linking a machine is what members
 * come for. Each with what the addresses of its pages begin with: a page belongs to the place that
 * members reach it from.
 */
export const navigation = [
  { to: '/', label: 'ホーム', Icon: IconHome, beginnings: [''] },
  {
    to: '/workouts',
    label: '履歴',
    Icon: IconHistory,
    beginnings: ['workouts', 'training-history'],
  },
  { to: '/tanren-link', label: '接続', Icon: IconBarbell, beginnings: ['tanren-link'] },
  {
    to: '/my-training-sessions',
    label: 'セッション',
    Icon: IconListCheck,
    beginnings: [
      'my-training-sessions',
      'favorite-training-sessions',
      'search-training-sessions',
      'training-sessions',
    ],
  },
  {
    to: '/settings',
    label: 'メニュー',
    Icon: IconMenu2,
    beginnings: [
      'settings',
      'informations',
      'workout-ranking',
      'training-status',
      'my-trainer',
      'reservations',
      'gyms',
      'tutorial',
      'terms',
      'privacy-policy',
    ],
  },
] as const;

const raisedPlace = '/tanren-link';

/** Where those who work here are at work; the other places are everybody's. */
const workPlaces = ['/trainer', '/staff'] as const;

type Place = (typeof navigation)[number]['to'] | (typeof workPlaces)[number];

/** The place whose mark a page carries; null: a page on the way in, or none at all. */
export function findPlace(pathname: string): Place | null {
  const beginning = pathname.split('/', 2)[1] ?? '';
  return (
    navigation.find(({ beginnings }) => beginnings.some((one) => one === beginning))?.to ??
    workPlaces.find((place) => place === `/${beginning}`) ??
    null
  );
}

/** Of the page that is shown. */
export function usePlace(): Place | null {
  return useLocation({ select: ({ pathname }) => findPlace(pathname) });
}

interface PlaceLinkProps {
  readonly to: Place;
  readonly label: string;
  readonly Icon: Icon;
  /** Of the page that is shown. */
  readonly place: Place | null;
  readonly raised?: boolean;
}

/** A place with its sign above its name. */
export function PlaceLink({ to, label, Icon: Sign, place, raised = false }: PlaceLinkProps) {
  return (
    <Link
      to={to}
      className={classes.place}
      data-raised={raised || undefined}
      // The router would mark what it takes for the same page; which place a page has, we say.
      activeOptions={{ exact: true }}
      aria-current={to === place ? 'page' : undefined}
    >
      <span className={classes.icon}>
        <Sign size={24} stroke={1.75} aria-hidden />
      </span>
      <span>{label}</span>
    </Link>
  );
}

interface NavigationBarProps {
  /** What follows the five places on a rail. */
  readonly children: ReactNode;
}

/** Along the bottom on a phone, a rail on the left on a desktop: one list, placed by CSS. */
export function NavigationBar({ children }: NavigationBarProps) {
  const place = usePlace();
  return (
    <nav className={classes.bar} aria-label="メインメニュー">
      {navigation.map(({ to, label, Icon }) => (
        <PlaceLink
          key={to}
          to={to}
          label={label}
          Icon={Icon}
          place={place}
          raised={to === raisedPlace}
        />
      ))}
      {children}
    </nav>
  );
}
