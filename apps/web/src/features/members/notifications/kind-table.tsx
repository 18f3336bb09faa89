import type { NotificationChoice } from '@tanren/contract/members/notifications';
import { notificationKindNames } from '@tanren/domain/members/notification-texts';
import {
  type NotificationChannel,
  notificationChannels,
  type NotificationKind,
} from '@tanren/domain/members/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { SwitchTrack } from '#ui/forms/choice-fields.tsx';
import { Box, Note } from '#ui/layout.tsx';
import { chooseMutation } from './notifications.queries.ts';
import classes from './notifications.module.css';

/** Delivery times. `null` for a kind whose name says it, or that is sent when it happens. */
const kindTimes: Readonly<Record<NotificationKind, string | null>> = {
  offer: '夜間もお届けします',
  'reservation-tomorrow': '前日の18:00',
  'reservation-soon': null,
  'gym-cancelled': null,
  trainer: null,
  announcement: null,
  'weekly-summary': '月曜日の8:00',
};

const channelWords: Readonly<Record<NotificationChannel, string>> = {
  push: 'プッシュ通知',
  mail: 'メール',
};

interface KindTableProps {
  readonly choices: readonly NotificationChoice[];
  /** Whether a device receives pushes. */
  readonly hasDevice: boolean;
}

const reasonId = 'no-push-device';

/** Shows a switch for each kind and channel. Each takes effect at once. */
export function KindTable({ choices, hasDevice }: KindTableProps) {
  return (
    <Box as="table" card className={classes.kinds}>
      {hasDevice ? null : (
        <Note id={reasonId} as="caption" leading="loose">
          「この端末で通知を受け取る」をオンにすると選べます。
        </Note>
      )}
      <thead>
        <tr>
          <th scope="col">種類</th>
          {notificationChannels.map((channel) => (
            <th key={channel} scope="col">
              {channelWords[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {choices.map((choice) => (
          <tr key={choice.kind}>
            <th scope="row">
              {notificationKindNames[choice.kind]}
              <small>{kindTimes[choice.kind]}</small>
            </th>
            {notificationChannels.map((channel) => (
              <td key={channel}>
                <ChannelSwitch
                  choice={choice}
                  channel={channel}
                  canCome={channel === 'mail' || hasDevice}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

interface ChannelSwitchProps {
  readonly choice: NotificationChoice;
  readonly channel: NotificationChannel;
  /**
   * Whether the channel can deliver. A push needs a device, so the switch is off without one,
   * whatever is stored.
   */
  readonly canCome: boolean;
}

function ChannelSwitch({ choice, channel, canCome }: ChannelSwitchProps) {
  const { mutate } = useMutation(chooseMutation(useQueryClient()));
  const on = canCome && choice[channel];
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={`${notificationKindNames[choice.kind]}：${channelWords[channel]}`}
      aria-disabled={!canCome}
      aria-describedby={canCome ? undefined : reasonId}
      className={classes.switch}
      onClick={() => {
        if (canCome) mutate({ ...choice, [channel]: !on });
      }}
    >
      <SwitchTrack on={on} disabled={!canCome} />
    </button>
  );
}
