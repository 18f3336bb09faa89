import { getRouteApi } from '@tanstack/react-router';
import { WayOut } from '#features/identity/way-out.tsx';
import { SignInFirst } from '#features/onboarding/sign-in-first.tsx';
import { RegisterUserInfoScreen } from '#features/userinfo/register-userinfo-screen.tsx';

const route = getRouteApi('/register/userinfo');

export function RegisterUserInfoPage() {
  const { signedIn } = route.useLoaderData();
  if (signedIn) return <RegisterUserInfoScreen wayOut={<WayOut />} />;
  return <SignInFirst title="プロフィールの登録" next="/register/userinfo" />;
}
