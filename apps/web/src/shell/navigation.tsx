import {
  type Icon,
  IconBarbell,
  IconCalendar,
  IconHistory,
  IconHome,
  IconUser,
} from '@tabler/icons-react';
import { hashKey, useQueryClient } from '@tanstack/react-query';
import { Link, type RegisteredRouter, useLocation, useRouter } from '@tanstack/react-router';
import { type ReactNode, useSyncExternalStore } from 'react';
import { tanrenConnectionQuery } from '#entities/machines/machines.queries.ts';
import type { PageDeclaration } from '#lib/route-guard.ts';
import classes from './navigation.module.css';

/**
 * The five sections of the bottom navigation. The third stands out, because members come to link a
 * machine.
 */
const navigation = [
  { to: '/', label: 'ホーム', Icon: IconHome },
  { to: '/workouts', label: '履歴', Icon: IconHistory },
  { to: '/tanren-link', label: '接続', Icon: IconBarbell },
  { to: '/reservations', label: '予約', Icon: IconCalendar },
  { to: '/settings', label: 'マイページ', Icon: IconUser },
] as const;

const raisedSection = '/tanren-link';

/** The sections of trainers and staff; the others are for every member. */
const workSections = ['/trainer', '/staff'] as const;

type Section = (typeof navigation)[number]['to'] | (typeof workSections)[number];

const sections: readonly Section[] = [...navigation.map(({ to }) => to), ...workSections];

interface RouteNode {
  readonly fullPath: string;
  readonly options: { readonly staticData?: PageDeclaration };
}

/** What the route of a pattern declares; the prerendered frame has none. */
export function describeRoute(router: RegisteredRouter, pattern: string): PageDeclaration | null {
  const routes: object = router.routesByPath;
  return (
    (routes as Readonly<Record<string, RouteNode | undefined>>)[pattern]?.options.staticData ?? null
  );
}

/**
 * The section of a page: the one at the end of the way up, by what the routes declare. null: a page
 * before sign-in, or no page at all.
 */
function findSection(router: RegisteredRouter, pathname: string): Section | null {
  const [matched]: readonly [readonly RouteNode[], ...unknown[]] =
    router.getMatchedRoutes(pathname);
  let path: string | undefined = matched.at(-1)?.fullPath.replace(/(?<=.)\/$/, '');
  for (;;) {
    const { parent = null } = describeRoute(router, path ?? '') ?? {};
    if (parent === null) break;
    [path] = [parent].flat();
  }
  return sections.find((section) => section === path) ?? null;
}

/** The section of the page that is shown or about to be: a tap is answered at once. */
export function useSection(): Section | null {
  const router = useRouter();
  return useLocation({ select: ({ pathname }) => findSection(router, pathname) });
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
      // Without this the router marks links by their addresses; the way up decides instead.
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

const linkHash = hashKey(tanrenConnectionQuery.queryKey);

/** As far as a page has asked: a sign beside a label is not worth a call of its own. */
function useKnownLink(): boolean {
  const queryClient = useQueryClient();
  return useSyncExternalStore(
    (notify) =>
      queryClient.getQueryCache().subscribe(({ type, query }) => {
        // Other queries begin while pages are drawn, when nothing else may change.
        if (type === 'updated' && query.queryHash === linkHash) notify();
      }),
    () => (queryClient.getQueryData(tanrenConnectionQuery.queryKey)?.connection ?? null) !== null,
    () => false,
  );
}

interface NavigationBarProps {
  /** What follows the five sections on a rail. */
  readonly children?: ReactNode;
}

/** Along the bottom on a phone, a rail on the left on a desktop: one list, placed by CSS. */
export function NavigationBar({ children }: NavigationBarProps) {
  const section = useSection();
  const isLinked = useKnownLink();
  return (
    <nav className={classes.bar} aria-label="メインメニュー">
      {navigation.map(({ to, label, Icon }) => (
        <SectionLink
          key={to}
          to={to}
          label={to === raisedSection && isLinked ? `${label}中` : label}
          Icon={Icon}
          section={section}
          raised={to === raisedSection}
        />
      ))}
      {children}
    </nav>
  );
}
