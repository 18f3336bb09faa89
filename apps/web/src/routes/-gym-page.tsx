import { getRouteApi } from '@tanstack/react-router';
import { DoorPanel } from '#features/door/door-view.tsx';
import { GymScreen } from '#features/gyms/gym-screen.tsx';

const route = getRouteApi('/gyms/$gymId');

export function GymPage() {
  const { gymId } = route.useParams();
  // Another gym's door begins anew.
  return <GymScreen door={<DoorPanel key={gymId} gymId={gymId} />} />;
}
