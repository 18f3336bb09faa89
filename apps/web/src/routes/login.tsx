import { createFileRoute } from '@tanstack/react-router';
import { readIdentitySearch } from '#features/identity/identity-search.ts';
import { resumeSignUp } from '#features/identity/resume-sign-up.ts';
import { lazyScreen } from '#lib/chunks.ts';
import { loadPageData } from '#lib/page-payload.ts';

export const Route = createFileRoute('/login')({
  staticData: { access: 'not-logged-in', layout: 'simple', title: 'サインイン' },
  validateSearch: readIdentitySearch,
  beforeLoad: ({ context, search }) => {
    resumeSignUp(context, search);
  },
  loader: () =>
    loadPageData('/login', async () => {
      const { loginDocument } = await import('#features/identity/login-document.ts');
      return loginDocument;
    }),
  component: lazyScreen(() => import('#features/identity/login-screen.tsx'), 'LoginScreen'),
});
