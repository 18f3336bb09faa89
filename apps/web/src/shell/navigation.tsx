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
 * The five sections of the bottom navigation. The third stands out, because members come to link a
 * machine. `beginnings` are the first parts of the addresses that belong to a section: a page belongs
 * to the section that members reach it from.
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
    label: 'メニュー',
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
    label: 'マイページ',
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

const raisedSection = '/tanren-link';

/** The sections of trainers and staff; the others are for every member. */
const workSections = ['/trainer', '/staff'] as const;

type Section = (typeof navigation)[number]['to'] | (typeof workSections)[number];

/** The section that is marked on a page; null: a page before sign-in, or no page at all. */
export function findSection(pathname: string): Section | null {
  const beginning = pathname.split('/', 2)[1] ?? '';
  return (
    navigation.find(({ beginnings }) => beginnings.some((one) => one === beginning))?.to ??
    workSections.find((section) => section === `/${beginning}`) ??
    null
  );
}

/** The section of the page that is shown. */
export function useSection(): Section | null {
  return useLocation({ select: ({ pathname }) => findSection(pathname) });
}

interface SectionLinkProps {
  readonly to: Section;
  readonly label: string;
  readonly Icon: Icon;
  /** The section of the page that is shown. */
  readonly section: Section | null;
  readonly raised?: boolean;
}

/** A section with its icon above its name. */
export function SectionLink({ to, label, Icon: Sign, section, raised = false }: SectionLinkProps) {
  return (
    <Link
      to={to}
      className={classes.link}
      data-raised={raised || undefined}
      // Without this the router marks links by their addresses; `findSection` decides instead.
      activeOptions={{ exact: true }}
      aria-current={to === section ? 'page' : undefined}
    >
      <span className={classes.icon}>
        <Sign size={24} stroke={1.75} aria-hidden />
      </span>
      <span>{label}</span>
    </Link>
  );
}

interface NavigationBarProps {
  /** What follows the five sections on a rail. */
  readonly children: ReactNode;
}

/** Along the bottom on a phone, a rail on the left on a desktop: one list, placed by CSS. */
export function NavigationBar({ children }: NavigationBarProps) {
  const section = useSection();
  return (
    <nav className={classes.bar} aria-label="メインメニュー">
      {navigation.map(({ to, label, Icon }) => (
        <SectionLink
          key={to}
          to={to}
          label={label}
          Icon={Icon}
          section={section}
          raised={to === raisedSection}
        />
      ))}
      {children}
    </nav>
  );
}
