import {
  type Icon,
  IconClipboardHeart,
  IconHome,
  IconSearch,
  IconTool,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { staffSections } from '#features/staff/staff-sections.ts';
import { correctionCountQuery } from '#features/workouts/staff/staff-workout-corrections.queries.ts';
import { lazyScreen } from '#lib/builds/chunks.ts';
import { Row, Text } from '#ui/layout.tsx';
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
  /**
   * The links are in the header when the five sections are at the bottom, and below them on the
   * rail.
   */
  readonly side: 'header' | 'rail';
}

/** Shows the links to the sections of trainers and staff, which members never see. */
export function WorkLinks({ groups, side }: WorkLinksProps) {
  const section = useSection();
  const links = sections
    .filter(({ group }) => groups.includes(group))
    .map(({ to, label, Icon: Sign }) => (
      <SectionLink key={to} to={to} label={label} Icon={Sign} section={section} />
    ));
  return side === 'rail' ? (
    <div className={navigation.rail} data-picture="left-out">
      {links}
    </div>
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

/** Pages of trainers and of staff, those for daily use first. */
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

/** Loads the search when it is opened for the first time. */
const StaffSearch = lazyScreen(() => import('./staff-search.tsx'), 'StaffSearch');

interface WorkNavigationProps {
  readonly shell: WorkSection;
  readonly groups: readonly string[];
}

/**
 * Shows the pages of trainers or staff instead of the five sections of a member: as a row below the
 * header on a phone and a tablet, as a rail on a desktop. The links to the other work section and
 * back to the member's app are always visible.
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
    // Only staff have corrections to count here.
    enabled: shell === '/staff' && groups.includes('staff'),
  });
  return (
    <nav className={classes.places} aria-label={label}>
      <span className={classes.name}>{name}</span>
      {shell === '/staff' && groups.includes('staff') ? <SearchButton /> : null}
      <Row grow className={classes.ends}>
        <Row
          gap={4}
          grow
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
        </Row>
      </Row>
      <Row gap={4} fixed className={classes.others}>
        {others.map((place) => (
          <PlaceLink key={place.to} place={place} isChosen={false} />
        ))}
      </Row>
    </nav>
  );
}

/** Opens the search of staff, also by the key `/` outside of fields and dialogs. */
function SearchButton() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const openByKey = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.isComposing || event.defaultPrevented) return;
      if (target instanceof Element && target.closest(fields) !== null) return;
      if (document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', openByKey);
    return () => {
      document.removeEventListener('keydown', openByKey);
    };
  }, []);
  return (
    <>
      <button
        type="button"
        className={`${navigation.link} ${classes.place} ${classes.search}`}
        aria-keyshortcuts="/"
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true);
        }}
      >
        <IconSearch size={22} stroke={1.75} aria-hidden />
        <span>
          検索
          <kbd className={classes.key} aria-hidden>
            /
          </kbd>
        </span>
      </button>
      {isOpen ? (
        <Suspense>
          <StaffSearch
            onDismiss={() => {
              setOpen(false);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

const fields = 'input, textarea, select, [contenteditable="true"]';

/** Scrolls the current page to the middle of the row, so that its neighbours are visible. */
function useCurrentInView(row: RefObject<HTMLElement | null>, chosen: string): void {
  useEffect(() => {
    const element = row.current;
    if (element === null) return;
    const show = () => {
      const current = element.querySelector<HTMLElement>('[aria-current]');
      if (current === null) return;
      const before = (element.clientWidth - current.offsetWidth) / 2;
      // `scrollIntoView` would move the page as well.
      element.scrollTo({ left: current.offsetLeft - before });
      markHiddenEnds(element);
    };
    // The observer also calls it at once, and later when a phone is turned.
    const observer = new ResizeObserver(show);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [row, chosen]);
}

/** Marks the ends where the row continues, which then fade and show an arrow. */
function markHiddenEnds(row: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth } = row;
  row.toggleAttribute('data-more-before', scrollLeft >= 1);
  row.toggleAttribute('data-more-after', scrollWidth - clientWidth - scrollLeft >= 1);
}

interface PlaceLinkProps {
  readonly place: Place;
  readonly isChosen: boolean;
  /** Number of waiting items. `undefined` if they are not counted or not known. */
  readonly waiting?: { readonly count: number; readonly isMore: boolean } | undefined;
}

function PlaceLink({ place: { to, label, Icon: Sign }, isChosen, waiting }: PlaceLinkProps) {
  return (
    <Link
      to={to}
      className={`${navigation.link} ${classes.place}`}
      activeOptions={{ exact: true }}
      aria-current={isChosen ? 'page' : undefined}
    >
      <span className={classes.sign}>
        <Sign size={22} stroke={1.75} aria-hidden />
        {waiting === undefined || waiting.count === 0 ? null : (
          <Text as="span" weight={700} centered className={classes.count}>
            {waiting.count}
            {waiting.isMore ? '+' : ''}
            <span className="visually-hidden">件</span>
          </Text>
        )}
      </span>
      <span>{label}</span>
    </Link>
  );
}
