import { getRouteApi } from '@tanstack/react-router';
import { GymMenu } from '#features/gyms/gym-menu.tsx';
import { SettingsScreen } from '#features/identity/settings-screen.tsx';
import { MemberDataSection } from '#features/userinfo/member-data-section.tsx';

const route = getRouteApi('/settings/');

export function SettingsPage() {
  const { rankingVisible } = route.useLoaderData();
  return (
    <SettingsScreen gyms={<GymMenu />}>
      <MemberDataSection rankingVisible={rankingVisible} />
    </SettingsScreen>
  );
}
