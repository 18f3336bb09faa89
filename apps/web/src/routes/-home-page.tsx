import { HomeScreen } from '#features/home/home-screen.tsx';
import { NewestInformation } from '#features/informations/newest-information.tsx';

export function HomePage() {
  return (
    <HomeScreen>
      <NewestInformation />
    </HomeScreen>
  );
}
