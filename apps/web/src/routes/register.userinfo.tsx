import { toGymDay } from '@tanren/domain/gym-time';
import { createFileRoute } from '@tanstack/react-router';
import { readIdentity } from '#lib/auth.ts';
import { lazyScreen } from '#lib/chunks.ts';
import { onlySearch, readNextSearch } from '#lib/route-params.ts';
import { serverNow } from '#lib/server-time.ts';

const validateSearch = onlySearch(readNextSearch);

export const Route = createFileRoute('/register/userinfo')({
  staticData: { access: 'initial', layout: 'simple', title: 'プロフィールの登録' },
  validateSearch,
  loader: async ({ context }) => {
    const { access } = await context.readSession();
    const userInfo = access.signedIn ? access.profile : null;
    const sub = (await readIdentity())?.sub ?? '';
    const today = toGymDay(new Date(serverNow()));
    return { sub, signedIn: access.signedIn, userInfo, today };
  },
  component: lazyScreen(() => import('./-register-userinfo-page.tsx'), 'RegisterUserInfoPage'),
});
