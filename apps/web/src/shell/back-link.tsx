import { IconChevronLeft } from '@tabler/icons-react';
import { Link, type RegisteredRouter, useMatches, useRouter } from '@tanstack/react-router';
import { type MouseEvent, useLayoutEffect, useMemo } from 'react';
import { look, Text } from '#ui/layout.tsx';
import { describeRoute } from './navigation.tsx';
import classes from './layouts.module.css';

/** An opened page: the pattern of its route, and its path. */
interface Visited {
  readonly pattern: string;
  readonly path: string;
}

/**
 * Opened pages by their position in the history. They are lost with the document; then a page leads
 * to its usual parent.
 */
const visitedPages = new WeakMap<object, Visited[]>();

const historyIndexOf = ({ state }: RegisteredRouter) => state.location.state.__TSR_index;

/** Records the opened pages, so that going up returns to a list as it was left. */
export function useVisitedPages(): void {
  const router = useRouter();
  // A layout effect runs before the next tap, which would take the next position in the history.
  useLayoutEffect(() => {
    const storePage = () => {
      const pages = visitedPages.get(router.history) ?? [];
      const fullPath: string = router.state.matches.at(-1)?.fullPath ?? '/';
      pages[historyIndexOf(router)] = {
        pattern: trimEnd(fullPath),
        path: router.state.location.pathname,
      };
      visitedPages.set(router.history, pages);
    };
    storePage();
    return router.subscribe('onResolved', storePage);
  }, [router]);
}

const trimEnd = (path: string) => (path === '/' ? path : path.replace(/\/$/, ''));

interface Parent {
  readonly title: string;
  readonly path: string;
  readonly search: Readonly<Record<string, unknown>>;
  /** Whether it is the previous page in the history. */
  readonly isBefore: boolean;
}

/** Returns the parent of this page, or `null` if there is none. */
function useParent(): Parent | null {
  const router = useRouter();
  const id = useMatches({ select: (matches) => matches.at(-1)?.id ?? null });
  const isOnSubView = useMatches({ select: (matches) => isSubView(matches.at(-1)) });
  // The parent is computed once per page: while the next page loads, the history has already moved
  // on.
  return useMemo(
    () => (id === null ? null : isOnSubView ? findOwnPage(router) : findParent(router)),
    [router, id, isOnSubView],
  );
}

type Match = RegisteredRouter['state']['matches'][number];

function isSubView(page: Match | undefined): boolean {
  const { subViewParam } = page?.staticData ?? {};
  return subViewParam !== undefined && subViewParam in (page?.search ?? {});
}

/** Returns the page itself without its view. */
function findOwnPage({ state: { matches } }: RegisteredRouter): Parent | null {
  const page = matches.at(-1);
  if (page === undefined) return null;
  const { title, subViewParam } = page.staticData;
  const rest = Object.entries(page.search).filter(([name]) => name !== subViewParam);
  const search = Object.fromEntries(rest);
  return { title, path: trimEnd(page.pathname), search, isBefore: false };
}

function findParent(router: RegisteredRouter): Parent | null {
  const page = router.state.matches.at(-1);
  const parents = [page?.staticData.parent ?? []].flat();
  const [usual] = parents;
  if (usual === undefined) return null;
  const before = visitedPages.get(router.history)?.[historyIndexOf(router) - 1];
  const met = parents.find((parent) => parent === before?.pattern);
  const { title = '' } = describeRoute(router, met ?? usual) ?? {};
  if (before !== undefined && met !== undefined)
    return { title, path: before.path, search: {}, isBefore: true };
  const params: Readonly<Record<string, unknown>> = { ...page?.params };
  const path = usual.replaceAll(/\$(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  return { title, path, search: {}, isBefore: false };
}

const backLink = look(
  'row',
  'shrinks',
  'tall-44',
  'align-center',
  'gap-4',
  'size-16',
  'leading-tight',
  'bare',
  'pressable',
);

/**
 * Shows the link to the parent page, by its title, at the top left of every page below a section.
 */
export function BackLink() {
  const router = useRouter();
  const parent = useParent();
  if (parent === null) return null;
  const goBack = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.history.back();
  };
  return (
    <Link
      to={parent.path}
      search={parent.search}
      className={`${backLink} ${classes.back}`}
      aria-label={`${parent.title}に戻る`}
      {...(parent.isBefore ? { onClick: goBack } : {})}
    >
      <IconChevronLeft size={24} stroke={1.75} aria-hidden />
      {/* A phone has little space beside the navigation of trainers and staff. */}
      <Text as="span" cut>
        {parent.title}
      </Text>
    </Link>
  );
}
