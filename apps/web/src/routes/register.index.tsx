import { createFileRoute } from '@tanstack/react-router';
import { readIdentitySearch } from '#features/identity/identity-search.ts';
import { resumeSignUp } from '#features/identity/resume-sign-up.ts';
import { lazyScreen } from '#lib/chunks.ts';

export const Route = createFileRoute('/register/')({
  staticData: { access: 'not-logged-in', layout: 'simple', title: '新規会員登録' },
  validateSearch: readIdentitySearch,
  beforeLoad: ({ context, search }) => {
    resumeSignUp(context, search);
  },
  component: lazyScreen(() => import('#features/identity/register-screen.tsx'), 'RegisterScreen'),
});
