import { IconAlertTriangle } from '@tabler/icons-react';
import type { Board, DoorAlert } from '@tanren/contract/booking/staff-board';
import { addHonorific } from '@tanren/domain/members/honorifics';
import { formatGymClock } from '#lib/dates.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { Row, Stack, Text } from '#ui/layout.tsx';
import classes from './door-alerts.module.css';

/** Number of newest alerts that are shown. The others are folded below them. */
const shownCount = 3;

/** Shows door events that the desk has to check. On most days there are none. */
export function DoorAlerts({ board }: { readonly board: Board }) {
  const alerts = board.doorAlerts.toReversed();
  if (alerts.length === 0) return null;
  const [newest, older] = [alerts.slice(0, shownCount), alerts.slice(shownCount)];
  return (
    <Stack
      as="section"
      gap={4}
      card
      padding="12 16"
      className={classes.alerts}
      aria-labelledby="door-alerts"
    >
      <Row id="door-alerts" as="h2" gap={8} align="center" size={16} leading="snug">
        <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
        入口の確認
      </Row>
      <AlertList alerts={newest} board={board} />
      {older.length === 0 ? null : (
        <Disclosure label={`ほか${older.length}件`}>
          <AlertList alerts={older} board={board} />
        </Disclosure>
      )}
    </Stack>
  );
}

interface AlertListProps {
  readonly alerts: readonly DoorAlert[];
  readonly board: Board;
}

function AlertList({ alerts, board }: AlertListProps) {
  return (
    <Stack as="ul" gap={4} leading="snug">
      {alerts.map((alert) => (
        <Row key={`${alert.at} ${alert.reservationId}`} as="li" gap={12} align="baseline">
          <Text as="span" weight={700} fixed>
            {formatGymClock(alert.at)}
          </Text>
          <span>{describeAlert(alert, board)}</span>
        </Row>
      ))}
    </Stack>
  );
}

function describeAlert({ kind, reservationId, firstAt }: DoorAlert, { slots }: Board): string {
  if (kind === 'unknown') {
    return '予約のないコードで入口が開きました。館内をご確認ください。';
  }
  const visits = slots.flatMap((slot) => slot.visits);
  const visit = visits.find((one) => one.reservationId === reservationId);
  const first = firstAt === null ? '' : `（1回目 ${formatGymClock(firstAt)}）`;
  return `${addHonorific(visit?.name ?? '')}の予約で、もう一度入口が開きました${first}。`;
}
