import type { NotificationChoice } from '@tanren/contract/notifications';
import { notificationKindNames } from '@tanren/domain/notification-texts';
import {
  type NotificationChannel,
  notificationChannels,
  type NotificationKind,
} from '@tanren/domain/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { SwitchTrack } from '#ui/forms/choice-fields.tsx';
import { chooseMutation } from './notifications.queries.ts';
import classes from './notifications.module.css';

/** When it comes, where that is not said by its name. */
const kindTimes: Readonly<Partial<Record<NotificationKind, string>>> = {
  offer: '夜間もお届けします',
  'reservation-tomorrow': '前日の18:00',
  'weekly-summary': '月曜日の8:00',
};

const channelWords: Readonly<Record<NotificationChannel, string>> = {
  push: 'プッシュ通知',
  mail: 'メール',
};

interface KindTableProps {
  readonly choices: readonly NotificationChoice[];
  /** Whether there is a device that pushes go to. */
  readonly hasDevice: boolean;
}

/** Seven kinds by two ways; each switch takes effect at once. */
export function KindTable({ choices, hasDevice }: KindTableProps) {
  return (
    <table className={classes.kinds}>
      {hasDevice ? null : (
        <caption>
          通知を受け取る端末がまだないため、オンにしたプッシュ通知は、端末を追加した後から届きます。
        </caption>
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
                <ChannelSwitch choice={choice} channel={channel} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ChannelSwitchProps {
  readonly choice: NotificationChoice;
  readonly channel: NotificationChannel;
}

function ChannelSwitch({ choice, channel }: ChannelSwitchProps) {
  const { mutate } = useMutation(chooseMutation(useQueryClient()));
  const on = choice[channel];
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={`${notificationKindNames[choice.kind]}：${channelWords[channel]}`}
      className={classes.switch}
      onClick={() => {
        mutate({ ...choice, [channel]: !on });
      }}
    >
      <SwitchTrack on={on} />
    </button>
  );
}
