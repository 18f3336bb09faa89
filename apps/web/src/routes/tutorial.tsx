import { createFileRoute, useRouter } from '@tanstack/react-router';
import { type ComponentType, useEffect, useState } from 'react';
import { DocumentPage } from '#features/members/documents/document-page.tsx';
import { recordGuideOpened } from '#features/members/documents/guide-opened.ts';
import {
  BodyMapPicture,
  NextLoadPicture,
  RecordsPicture,
} from '#features/members/documents/pictures-progress.tsx';
import {
  LinkPicture,
  ProfilePicture,
  RegisterPicture,
  WorkoutPicture,
} from '#features/members/documents/pictures-first-visit.tsx';
import type { PictureName } from '#features/members/documents/page-document.ts';
import {
  PlanPicture,
  RankingPicture,
  ReservationPicture,
  MenuPicture,
  TrainerPicture,
} from '#features/members/documents/pictures-gym-life.tsx';
import { loadPart } from '#lib/builds/chunks.ts';
import { loadPageData } from '#lib/builds/page-payload.ts';

export const Route = createFileRoute('/tutorial')({
  staticData: {
    access: 'public',
    layout: 'simple',
    title: 'ご利用ガイド',
    parent: ['/', '/settings', '/settings/contact', '/login'],
  },
  loader: () =>
    loadPageData('/tutorial', async () => {
      const { pageDocument } = await loadPart(
        () => import('#features/members/documents/tutorial.md'),
      );
      return pageDocument;
    }),
  component: TutorialPage,
});

const pictures: Readonly<Record<PictureName, ComponentType>> = {
  register: RegisterPicture,
  profile: ProfilePicture,
  plan: PlanPicture,
  link: LinkPicture,
  workout: WorkoutPicture,
  records: RecordsPicture,
  'body-map': BodyMapPicture,
  'next-load': NextLoadPicture,
  session: MenuPicture,
  ranking: RankingPicture,
  reservation: ReservationPicture,
  trainer: TrainerPicture,
};

function TutorialPicture({ name }: { readonly name: PictureName }) {
  const Picture = pictures[name];
  return <Picture />;
}

function TutorialPage() {
  useEffect(recordGuideOpened, []);
  const nextStep = useNextStep();
  return (
    <DocumentPage
      content={Route.useLoaderData()}
      Picture={TutorialPicture}
      nextSection={nextStep}
    />
  );
}

/**
 * Returns the step at which the guide starts: the registration for a visitor, the first open step
 * for a member. The prerendered page is the same for all, so it scrolls there afterwards, unless
 * the reader has already scrolled.
 */
function useNextStep(): string | null {
  const router = useRouter();
  const [step, setStep] = useState<string | null>(null);
  useEffect(() => {
    let isLeft = false;
    const find = async () => {
      const { context } = router.options;
      const { access } = await context.readSession();
      if (!access.signedIn) return;
      const { findNextStep } = await loadPart(
        () => import('#features/members/documents/guide-progress.ts'),
      );
      const found = await findNextStep(context.queryClient, access.profile);
      if (!isLeft) setStep(found);
    };
    // The guide starts at its beginning without a network.
    find().catch(() => {});
    return () => {
      isLeft = true;
    };
  }, [router]);
  useEffect(() => {
    if (step === null || router.state.location.hash !== '' || window.scrollY > 0) return;
    document.getElementById(step)?.scrollIntoView();
  }, [router, step]);
  return step;
}
