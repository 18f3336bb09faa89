import { IconBuildingOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from '#ui/page.tsx';
import { primaryButtonLink } from '#ui/primary-button.tsx';
import { GymReservations } from './gym-reservations.tsx';
import { useReservationsPage } from './use-reservations-page.ts';

interface ReservationsScreenProps {
  /** Below one's own reservations: how they come into the phone's calendar. */
  readonly calendar: ReactNode;
}

export function ReservationsScreen({ calendar }: ReservationsScreenProps) {
  const { gymId } = useReservationsPage();
  return (
    <Page title="予約">
      {gymId === null ? <NoGyms /> : <GymReservations gymId={gymId} calendar={calendar} />}
    </Page>
  );
}

function NoGyms() {
  return (
    <EmptyState
      Icon={IconBuildingOff}
      text="予約できるジムはまだありません。準備ができましたら、お知らせでご案内します。"
      action={
        <Link to="/informations" className={primaryButtonLink}>
          お知らせを見る
        </Link>
      }
    />
  );
}
