import { gymTopic } from '@tanren/contract/booking/gym-messages';
import { machineUplinks, memberLiveTopic } from '@tanren/contract/machines/machine-messages';

export const me = 12;
export const other = 13;
export const someMember = '11111111-1111-4111-8111-111111111111';
/** Gyms and machines are numbered separately, so a gym may have a machine's number. */
export const myGym = me;
export const otherGym = other;

/**
 * Topics that machine 12 may not subscribe to: others', and patterns that match more than its own.
 */
export const forbiddenSubscriptions = [
  '#',
  '+',
  '+/#',
  'tanren/#',
  'tanren/+/+/+',
  'tanren/machines/#',
  'tanren/machines/+/acks',
  'tanren/machines/+/commands',
  'tanren/machines/+/workouts',
  `tanren/machines/${me}/#`,
  `tanren/machines/${me}/+`,
  `tanren/machines/${other}/acks`,
  `tanren/machines/${other}/commands`,
  `tanren/machines/${other}/workouts`,
  `tanren/machines/${me}/workouts`,
  `tanren/machines/${me}/live`,
  `tanren/machines/${me}/status`,
  `tanren/machines/${me}/description`,
  `tanren/machines/${other}/rep-measures`,
  `tanren/machines/${other}/use`,
  memberLiveTopic(someMember),
  'tanren/members/+/live',
  'tanren/members/#',
  'tanren/gyms/#',
  'tanren/gyms/+/door',
  'tanren/gyms/+/door/acks',
  'tanren/gyms/+/board',
  ...[myGym, otherGym].flatMap((id) => [
    `tanren/gyms/${id}/#`,
    gymTopic(id, 'door'),
    gymTopic(id, 'door/acks'),
    gymTopic(id, 'board'),
  ]),
  '$SYS/#',
  '$SYS/+/new/clients',
  '$share/tanren/#',
  '$share/tanren/tanren/machines/+/workouts',
  `$share/tanren/tanren/machines/${other}/acks`,
  '$share/mine/tanren/members/+/live',
  `/tanren/machines/${me}/acks`,
  `tanren/machines/${me}/acks/`,
  `tanren/machines/0${me}/acks`,
];

/** Topics that machine 12 may not publish to. */
export const forbiddenPublications = [
  `tanren/machines/${me}/acks`,
  `tanren/machines/${me}/commands`,
  `tanren/machines/${other}/workouts`,
  `tanren/machines/${other}/live`,
  `tanren/machines/${other}/status`,
  `tanren/machines/${other}/description`,
  `tanren/machines/${other}/use`,
  `tanren/machines/${other}/commands`,
  memberLiveTopic(someMember),
  gymTopic(myGym, 'door'),
  gymTopic(myGym, 'door/acks'),
  gymTopic(otherGym, 'board'),
  `tanren/machines/${me}`,
  `tanren/machines/${me}/workouts/x`,
  `tanren/machines/${me}/other`,
  'tanren',
  'anything',
  '$SYS/broker/uptime',
  '$share/tanren/tanren/machines/12/workouts',
];

/** Publishing to each of these shows which client receives which topic. */
export const everyTopic = [
  ...[me, other].flatMap((id) =>
    [...machineUplinks, 'acks', 'commands'].map((channel) => `tanren/machines/${id}/${channel}`),
  ),
  memberLiveTopic(someMember),
  ...[myGym, otherGym].flatMap((id) =>
    (['door', 'door/acks', 'board'] as const).map((channel) => gymTopic(id, channel)),
  ),
];
