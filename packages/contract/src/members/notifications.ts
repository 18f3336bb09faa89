import { notificationKinds } from '@tanren/domain/members/notifications';
import * as Type from 'typebox';
import { closedObject, endpoint } from '#endpoint.ts';

const Instant = Type.String({ format: 'date-time' });

const Kind = Type.Enum([...notificationKinds]);

const choice = { kind: Kind, push: Type.Boolean(), mail: Type.Boolean() };
export const NotificationChoice = Type.Object(choice);
export type NotificationChoice = Type.Static<typeof NotificationChoice>;

export const PushDevice = Type.Object({
  id: Type.Integer(),
  /** Device name for people, for example iPhone・Safari. */
  name: Type.String(),
  /**
   * First characters of the SHA-256 of the endpoint. A device uses it to find itself in the list.
   */
  fingerprint: Type.String(),
  addedAt: Instant,
  /**
   * Time at which a push service last accepted a message for the device. `null` before the first.
   */
  lastPushAt: Type.Union([Instant, Type.Null()]),
});
export type PushDevice = Type.Static<typeof PushDevice>;

export const getNotificationSettings = endpoint({
  method: 'GET',
  url: '/my/notification-settings',
  access: 'member',
  summary: 'What the member is told of and how, the devices that take pushes, and our VAPID key',
  schema: {
    response: {
      200: Type.Object({
        choices: Type.Array(NotificationChoice),
        devices: Type.Array(PushDevice),
        /** Public key that a browser subscribes with: a point on P-256 as base64url. */
        vapidPublicKey: Type.String(),
        /** Address that mails are sent to. `null` when no address is known. */
        email: Type.Union([Type.String(), Type.Null()]),
      }),
    },
  },
});

export const chooseNotifications = endpoint({
  method: 'PUT',
  url: '/my/notification-settings',
  access: 'member',
  summary: 'Chooses push and mail for some kinds; the others stay as they are',
  schema: {
    body: closedObject({
      choices: Type.Array(closedObject(choice), {
        minItems: 1,
        maxItems: notificationKinds.length,
      }),
    }),
    response: { 204: Type.Null() },
  },
});

/** 65 bytes (`p256dh`) and 16 bytes (`auth`) as base64url. */
const p256dh = Type.String({ pattern: '^[\\w-]{87}=?$' });
const auth = Type.String({ pattern: '^[\\w-]{22}(==)?$' });

export const addPushDevice = endpoint({
  method: 'POST',
  url: '/my/push-subscriptions',
  access: 'member',
  summary: "Takes a browser's push subscription for this member; repeatable",
  schema: {
    body: closedObject({
      endpoint: Type.String({ minLength: 12, maxLength: 1000 }),
      keys: closedObject({ p256dh, auth }),
    }),
    response: { 201: PushDevice },
  },
});

export const removePushDevice = endpoint({
  method: 'DELETE',
  url: '/my/push-subscriptions/:subscriptionId',
  access: 'member',
  summary: 'Sends no more pushes to one device',
  schema: {
    params: closedObject({ subscriptionId: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
    response: { 204: Type.Null() },
  },
});

export const sendTestNotification = endpoint({
  method: 'POST',
  url: '/my/test-notifications',
  access: 'member',
  summary: 'Sends a push to every device of the member, also in quiet hours',
  schema: { response: { 202: Type.Object({ devices: Type.Integer() }) } },
});

const tokenParams = closedObject({ token: Type.String({ minLength: 20, maxLength: 200 }) });

/** Public, because mail programs and the page behind a mail's link send no token of an account. */
export const readUnsubscription = endpoint({
  method: 'GET',
  url: '/notification-unsubscriptions/:token',
  access: 'public',
  summary: 'Which mails a link in a mail would stop, and whether they are stopped',
  schema: {
    params: tokenParams,
    response: { 200: Type.Object({ kind: Kind, stopped: Type.Boolean() }) },
  },
});

export const unsubscribe = endpoint({
  method: 'POST',
  url: '/notification-unsubscriptions/:token',
  access: 'public',
  summary: 'Stops the mails of one kind (RFC 8058: one click, without signing in); repeatable',
  schema: { params: tokenParams, response: { 204: Type.Null() } },
});
