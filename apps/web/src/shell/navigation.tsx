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
 * The five sections of the bottom navigation. The third one stands out, because linking a machine
 * is the main purpose of the app.
 */
const navigation = [
  { to: '/', label: 'ホーム', Icon: IconHome },
  { to: '/workouts', label: '履歴', Icon: IconHistory },
  { to: '/tanren-link', label: '接続', Icon: IconBarbell },
  { to: '/reservations', label: '予約', Icon: IconCalendar },
  { to: '/settings', label: 'マイページ', Icon: IconUser },
] as const;

const raisedSection = '/tanren-link';

/** Sections of trainers and staff. All others are for every member. */
const workSections = ['/trainer', '/staff'] as const;

type Section = (typeof navigation)[number]['to'] | (typeof workSections)[number];

const sections: readonly Section[] = [...navigation.map(({ to }) => to), ...workSections];

interface RouteNode {
  readonly fullPath: string;
  readonly options: { readonly staticData?: PageDeclaration };
}

/** Returns the declaration of a pattern's route. The prerendered frame has none. */
export function describeRoute(router: RegisteredRouter, pattern: string): PageDeclaration | null {
  const routes: object = router.routesByPath;
  return (
    (routes as Readonly<Record<string, RouteNode | undefined>>)[pattern]?.options.staticData ?? null
  );
}

/**
 * Returns the section of a page, which is the last parent that the routes declare. Returns `null`
 * for a page before sign-in or an unknown page.
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

/**
 * Returns the section of the current page. During a navigation it is the next one, so that a tap
 * has an effect at once.
 */
export function useSection(): Section | null {
  const router = useRouter();
  return useLocation({ select: ({ pathname }) => findSection(router, pathname) });
}

interface SectionLinkProps {
  readonly to: Section;
  readonly label: string;
  readonly Icon: Icon;
  /** Section of the current page. */
  readonly section: Section | null;
  readonly raised?: boolean;
  /** Whether a machine is linked. */
  readonly linked?: boolean;
}

/** Shows a section with its icon above its name. */
export function SectionLink(props: SectionLinkProps) {
  const { to, label, Icon: Sign, section, raised = false, linked = false } = props;
  return (
    <Link
      to={to}
      className={classes.link}
      data-raised={raised || undefined}
      data-linked={linked || undefined}
      // The router would mark links by their addresses. The section of the page decides instead.
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

/**
 * Returns whether a machine is linked, if a page has loaded that. A sign beside a label does not
 * justify a request.
 */
function useKnownLink(): boolean {
  const queryClient = useQueryClient();
  return useSyncExternalStore(
    (notify) =>
      queryClient.getQueryCache().subscribe(({ type, query }) => {
        // Other queries start while pages are rendered, when no state may change.
        if (type === 'updated' && query.queryHash === linkHash) notify();
      }),
    () => (queryClient.getQueryData(tanrenConnectionQuery.queryKey)?.connection ?? null) !== null,
    () => false,
  );
}

interface NavigationBarProps {
  /** Content after the five sections on the rail. */
  readonly children?: ReactNode;
}

/**
 * Shows the sections along the bottom on a phone and as a rail on the left on a desktop. CSS places
 * the same list.
 */
export function NavigationBar({ children }: NavigationBarProps) {
  const section = useSection();
  const isLinked = useKnownLink();
  return (
    <nav className={classes.bar} aria-label="メインメニュー">
      {navigation.map(({ to, label, Icon }) => (
        <SectionLink
          key={to}
          to={to}
          Icon={Icon}
          section={section}
          {...(to === raisedSection
            ? { label: isLinked ? `${label}中` : label, raised: true, linked: isLinked }
            : { label })}
        />
      ))}
      {children}
    </nav>
  );
}
