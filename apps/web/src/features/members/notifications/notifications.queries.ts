import {
  chooseNotifications,
  getNotificationSettings,
  type NotificationChoice,
  readUnsubscription,
  removePushDevice,
  sendTestNotification,
  unsubscribe,
} from '@tanren/contract/members/notifications';
import type { EndpointOutput } from '@tanren/contract/endpoint';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { readPushHere, switchPushOff, switchPushOn } from './push-device.ts';

const key = 'notifications';

export type NotificationSettings = EndpointOutput<typeof getNotificationSettings>;

/** Reads the settings again at each visit, because the page must show the current state. */
export const notificationSettingsQuery = queryOptions({
  queryKey: [key, 'settings'],
  queryFn: ({ signal }) => callApi(getNotificationSettings, {}, signal),
  staleTime: 0,
});

/** Reads the state of this browser, not of the server. */
export const pushHereQuery = queryOptions({
  queryKey: [key, 'here'],
  queryFn: readPushHere,
  staleTime: 0,
});

const refresh = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: [key] });

/** Moves the switch at once, and back if the server refuses. */
export function chooseMutation(queryClient: QueryClient) {
  const { queryKey } = notificationSettingsQuery;
  return mutationOptions({
    mutationKey: [key, 'choose'],
    mutationFn: (choice: NotificationChoice) =>
      callApi(chooseNotifications, { body: { choices: [choice] } }),
    onMutate: async (choice) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (settings) => settings && replace(settings, choice));
      return before;
    },
    onError: (_error, _choice, before) => {
      queryClient.setQueryData(queryKey, before);
    },
    onSettled: () => refresh(queryClient),
  });
}

function replace(settings: NotificationSettings, choice: NotificationChoice): NotificationSettings {
  const choices = settings.choices.map((each) => (each.kind === choice.kind ? choice : each));
  return { ...settings, choices };
}

interface Switching {
  readonly on: boolean;
  readonly vapidPublicKey: string;
  /** Id of this device in the server's list. `null` when it is not in the list. */
  readonly deviceId: number | null;
}

export function switchPushMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: [key, 'switch'],
    mutationFn: async ({ on, vapidPublicKey, deviceId }: Switching) => {
      if (on) return await switchPushOn(vapidPublicKey);
      if (deviceId !== null) {
        await callApi(removePushDevice, { params: { subscriptionId: deviceId } });
      }
      await switchPushOff();
    },
    onSettled: () => refresh(queryClient),
    meta: { errorShownByForm: true },
  });
}

export function removeDeviceMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: [key, 'remove'],
    mutationFn: (subscriptionId: number) =>
      callApi(removePushDevice, { params: { subscriptionId } }),
    onSettled: () => refresh(queryClient),
  });
}

export const testMutation = mutationOptions({
  mutationKey: [key, 'test'],
  mutationFn: () => callApi(sendTestNotification, {}),
});

export const unsubscriptionQuery = (token: string) =>
  queryOptions({
    queryKey: [key, 'unsubscription', token],
    queryFn: ({ signal }) => callApi(readUnsubscription, { params: { token } }, signal),
    staleTime: 0,
    meta: { errorShownByPage: true },
  });

export const unsubscribeMutation = mutationOptions({
  mutationKey: [key, 'unsubscribe'],
  mutationFn: (token: string) => callApi(unsubscribe, { params: { token } }),
  meta: { errorShownByForm: true },
});
