import { getRouteApi } from '@tanstack/react-router';
import { SettingsScreen } from '#features/identity/settings-screen.tsx';
import { MemberDataSection } from '#features/userinfo/member-data-section.tsx';

const route = getRouteApi('/settings/');

export function SettingsPage() {
  const { rankingVisible } = route.useLoaderData();
  return (
    <SettingsScreen>
      <MemberDataSection rankingVisible={rankingVisible} />
    </SettingsScreen>
  );
}
