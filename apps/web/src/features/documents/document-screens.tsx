import { getRouteApi } from '@tanstack/react-router';
import { DocumentPage } from './document-page.tsx';

const terms = getRouteApi('/terms');
const privacyPolicy = getRouteApi('/privacy-policy');

export function TermsScreen() {
  return <DocumentPage content={terms.useLoaderData()} />;
}

export function PrivacyPolicyScreen() {
  return <DocumentPage content={privacyPolicy.useLoaderData()} />;
}
