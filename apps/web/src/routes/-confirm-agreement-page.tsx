import { readNextPath } from '@tanren/domain/route-paths';
import { getRouteApi } from '@tanstack/react-router';
import { DocumentBody } from '#features/documents/document-body.tsx';
import { WayOut } from '#features/identity/way-out.tsx';
import { SignInFirst } from '#features/onboarding/sign-in-first.tsx';
import { AgreementScreen } from '#features/terms/agreement-screen.tsx';

const route = getRouteApi('/confirm-agreement');

export function ConfirmAgreementPage() {
  const { signedIn, terms } = route.useLoaderData();
  const { next } = route.useSearch();
  if (!signedIn) return <SignInFirst title="利用規約への同意" next="/confirm-agreement" />;
  return (
    <AgreementScreen
      terms={<DocumentBody content={terms} />}
      next={readNextPath(next) ?? '/'}
      wayOut={<WayOut />}
    />
  );
}
