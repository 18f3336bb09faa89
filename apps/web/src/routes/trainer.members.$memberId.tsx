import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen } from '#lib/chunks.ts';
import { idParam } from '#lib/route-params.ts';
import { importTrainerPages } from './-trainer-parts.ts';

/** The frame of every page about a member; each of them asks whether the link is still there. */
export const Route = createFileRoute('/trainer/members/$memberId')({
  staticData: { access: 'default', layout: 'auth', title: '担当会員', group: 'trainer' },
  params: idParam('memberId'),
  component: lazyScreen(importTrainerPages, 'MemberFrame'),
});
