import type { QueryClient } from '@tanstack/react-query';
import { BackToSettings } from '#features/identity/back-to-settings.tsx';
import { TrainerConnectScreen } from '#features/trainer-link/trainer-connect-screen.tsx';
import { trainerConnectionQuery } from '#features/trainer-link/trainer-link.queries.ts';

export function TrainerConnectPage() {
  return <TrainerConnectScreen back={<BackToSettings />} />;
}

export async function loadTrainerConnection(queryClient: QueryClient): Promise<void> {
  await queryClient.query(trainerConnectionQuery);
}
