import { getRouteApi, Link, rootRouteId } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { lazyScreen, loadPartOrReload } from '#lib/builds/chunks.ts';
import { Box, look, Row, Stack } from '#ui/layout.tsx';
import { LogoMark } from '#ui/logo.tsx';
import { BackLink } from './back-link.tsx';
import classes from './layouts.module.css';
import { NavigationBar, useSection } from './navigation.tsx';
import { OfflineBar, UpdateOffer } from './offline-bar.tsx';
import { UnsentBar } from './unsent-bar.tsx';
import work from './work-links.module.css';

/**
 * Shows a placeholder for a page whose content is not known yet: a heading and some cards. It is
 * sent as HTML, where the content security policy blocks style attributes.
 */
export function PageSkeleton() {
  return (
    <Stack gap={16} padding="24 0" aria-hidden>
      <Box card className={classes.skeletonHeading} />
      <Box card className={classes.skeletonCard} />
      <Box card className={classes.skeletonCard} />
    </Stack>
  );
}

/**
 * Loads the bell for members only: the sign-in page does not need the code for announcements. It is
 * in a file that every page of members needs.
 */
const UnreadBell = lazyScreen(
  () => import('#features/members/announcements/unread-announcements.tsx'),
  'UnreadBell',
);

/**
 * Loads the links for trainers and staff only. If they cannot be loaded even after a reload, the
 * page works without them.
 */
const importWorkLinks = () =>
  loadPartOrReload(() => import('./work-links.tsx')).catch(() => ({
    WorkLinks: () => null,
    WorkNavigation: () => null,
  }));
const WorkLinks = lazyScreen(importWorkLinks, 'WorkLinks');
const WorkNavigation = lazyScreen(importWorkLinks, 'WorkNavigation');

const root = getRouteApi(rootRouteId);
const workGroups = ['trainer', 'staff'];

/**
 * Lays out the pages of signed-in members: logo and announcements above, the five sections below or
 * beside. On pages of trainers and staff their own navigation replaces the five sections.
 */
export function MemberLayout({ children }: { readonly children: ReactNode }) {
  // There are no groups if the guard has failed before it knew them.
  const { groups = [] }: { readonly groups?: readonly string[] } = root.useRouteContext();
  const section = useSection();
  const shell = section === '/trainer' || section === '/staff' ? section : null;
  const works = workGroups.some((group) => groups.includes(group));
  const showWork = (side: 'header' | 'rail') =>
    works ? (
      <Suspense>
        <WorkLinks groups={groups} side={side} />
      </Suspense>
    ) : null;
  return (
    <div className={classes.frame} data-work={shell !== null || undefined}>
      <Row as="header" align="center" className={classes.header}>
        <Link
          to="/"
          className={`${look('row', 'tall-44', 'align-center', 'gap-8', 'bare')} ${classes.memberLogo}`}
          aria-label="TANREN ホームへ"
        >
          <LogoMark width={32} />
          <span className={classes.name}>TANREN</span>
        </Link>
        <BackLink />
        <Row align="center" fixed end data-picture="blank">
          {shell === null ? showWork('header') : null}
          <Suspense>
            <UnreadBell />
          </Suspense>
        </Row>
      </Row>
      {shell === null ? null : (
        <Suspense fallback={<div className={work.places} />}>
          <WorkNavigation shell={shell} groups={groups} />
        </Suspense>
      )}
      <div className={classes.news} data-picture="blank">
        <OfflineBar />
        <UpdateOffer />
      </div>
      <UnsentBar />
      <main className={classes.memberContent}>{children}</main>
      {shell === null ? <NavigationBar>{showWork('rail')}</NavigationBar> : null}
    </div>
  );
}
