import { getRouteApi, rootRouteId } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { AuthLayout } from '#features/layout/auth-layout.tsx';
import { lazyScreen } from '#lib/chunks.ts';

/**
 * Not for visitors: the sign-in page does without the code that asks for announcements. Where it
 * cannot be fetched, the page is good without it.
 */
const importBell = () =>
  import('#features/informations/unread-informations.tsx').catch(() => ({
    UnreadBell: () => null,
  }));
const UnreadBell = lazyScreen(importBell, 'UnreadBell');

/** Not for members either. */
const importWorkPlaces = () =>
  import('#features/layout/work-places.tsx').catch(() => ({ WorkPlaces: () => null }));
const WorkPlaces = lazyScreen(importWorkPlaces, 'WorkPlaces');

const root = getRouteApi(rootRouteId);
const workGroups = ['trainer', 'staff'];

/** What surrounds the page of whoever is signed in. */
export function MemberLayout({ children }: { readonly children: ReactNode }) {
  const { groups } = root.useRouteContext();
  const works = workGroups.some((group) => groups.includes(group));
  const showWork = (side: 'header' | 'rail') =>
    works ? (
      <Suspense>
        <WorkPlaces groups={groups} side={side} />
      </Suspense>
    ) : null;
  const corner = (
    <>
      {showWork('header')}
      <Suspense>
        <UnreadBell />
      </Suspense>
    </>
  );
  return (
    <AuthLayout corner={corner} furtherPlaces={showWork('rail')}>
      {children}
    </AuthLayout>
  );
}
