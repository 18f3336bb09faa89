import { type Icon, IconClipboardHeart, IconHome, IconTool, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { staffSections } from '#features/staff/staff-sections.ts';
import { correctionCountQuery } from '#features/staff-workout-corrections/staff-workout-corrections.queries.ts';
import { SectionLink, useSection } from './navigation.tsx';
import navigation from './navigation.module.css';
import classes from './work-links.module.css';

const sections = [
  { group: 'trainer', to: '/trainer', label: 'トレーナー', Icon: IconClipboardHeart },
  { group: 'staff', to: '/staff', label: '店舗管理', Icon: IconTool },
] as const;

export type WorkSection = (typeof sections)[number]['to'];

interface WorkLinksProps {
  readonly groups: readonly string[];
  /** In the header where the five sections lie along the bottom, below them where they are a rail. */
  readonly side: 'header' | 'rail';
}

/** The links to the sections of trainers and staff, which members never see. */
export function WorkLinks({ groups, side }: WorkLinksProps) {
  const section = useSection();
  const links = sections
    .filter(({ group }) => groups.includes(group))
    .map(({ to, label, Icon: Sign }) => (
      <SectionLink key={to} to={to} label={label} Icon={Sign} section={section} />
    ));
  return side === 'rail' ? (
    <div className={navigation.rail}>{links}</div>
  ) : (
    <nav className={navigation.header} aria-label="業務メニュー">
      {links}
    </nav>
  );
}

interface Place {
  readonly to: string;
  readonly label: string;
  readonly Icon: Icon;
}

/** Where trainers and staff work: the pages of each, the daily ones first. */
const shells: Readonly<
  Record<
    WorkSection,
    { readonly label: string; readonly name: string; readonly places: readonly Place[] }
  >
> = {
  '/trainer': {
    label: 'トレーナーメニュー',
    name: 'トレーナー',
    places: [{ to: '/trainer', label: '担当会員', Icon: IconUsers }],
  },
  '/staff': { label: 'スタッフメニュー', name: '店舗管理', places: staffSections },
};

interface WorkNavigationProps {
  readonly shell: WorkSection;
  readonly groups: readonly string[];
}

/**
 * The places of trainers or staff instead of a member's five: a row below the header on a phone and
 * a tablet, a rail on a desktop. Beside them, always in sight, the ways to the other work and back to
 * the member's app.
 */
export function WorkNavigation({ shell, groups }: WorkNavigationProps) {
  const { label, name, places } = shells[shell];
  const chosen = useLocation({
    select: ({ pathname }) =>
      places.findLast(({ to }) => pathname === to || pathname.startsWith(`${to}/`))?.to ?? shell,
  });
  const others: readonly Place[] = [
    ...sections.filter(({ to, group }) => to !== shell && groups.includes(group)),
    { to: '/', label: '会員アプリ', Icon: IconHome },
  ];
  const row = useRef<HTMLDivElement>(null);
  useCurrentInView(row, chosen);
  const { data: corrections } = useQuery({
    ...correctionCountQuery,
    // Whoever is not of staff finds nothing here, and has nothing counted.
    enabled: shell === '/staff' && groups.includes('staff'),
  });
  return (
    <nav className={classes.places} aria-label={label}>
      <span className={classes.name}>{name}</span>
      <div className={classes.ends}>
        <div
          className={classes.row}
          ref={row}
          onScroll={(event) => {
            markHiddenEnds(event.currentTarget);
          }}
        >
          {places.map((place) => (
            <PlaceLink
              key={place.to}
              place={place}
              isChosen={place.to === chosen}
              waiting={place.to === '/staff/workout-corrections' ? corrections : undefined}
            />
          ))}
        </div>
      </div>
      <div className={classes.others}>
        {others.map((place) => (
          <PlaceLink key={place.to} place={place} isChosen={false} />
        ))}
      </div>
    </nav>
  );
}

/** In the middle of the row, where there is room on both sides, with what lies before and after it. */
function useCurrentInView(row: RefObject<HTMLElement | null>, chosen: string): void {
  useEffect(() => {
    const element = row.current;
    if (element === null) return;
    const show = () => {
      const current = element.querySelector<HTMLElement>('[aria-current]');
      if (current === null) return;
      const before = (element.clientWidth - current.offsetWidth) / 2;
      // Not scrollIntoView, which would move the page as well.
      element.scrollTo({ left: current.offsetLeft - before });
      markHiddenEnds(element);
    };
    // Also calls it at once; later when a phone is turned.
    const observer = new ResizeObserver(show);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [row, chosen]);
}

/** The ends behind which the row goes on fade, and have an arrow. */
function markHiddenEnds(row: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth } = row;
  row.toggleAttribute('data-more-before', scrollLeft >= 1);
  row.toggleAttribute('data-more-after', scrollWidth - clientWidth - scrollLeft >= 1);
}

interface PlaceLinkProps {
  readonly place: Place;
  readonly isChosen: boolean;
  /** How much there waits for somebody; undefined: it is not counted, or not known. */
  readonly waiting?: { readonly count: number; readonly isMore: boolean } | undefined;
}

function PlaceLink({ place: { to, label, Icon: Sign }, isChosen, waiting }: PlaceLinkProps) {
  return (
    <Link
      to={to}
      className={classes.place}
      activeOptions={{ exact: true }}
      aria-current={isChosen ? 'page' : undefined}
    >
      <span className={classes.sign}>
        <Sign size={22} stroke={1.75} aria-hidden />
        {waiting === undefined || waiting.count === 0 ? null : (
          <span className={classes.count}>
            {waiting.count}
            {waiting.isMore ? '+' : ''}
            <span className="visually-hidden">件</span>
          </span>
        )}
      </span>
      <span>{label}</span>
    </Link>
  );
}
