/**
 * Where machines, server and members talk. Everything below `tanren/machines/{id}` belongs to
 * one machine, everything below `tanren/members/{sub}` to one member.
 */
export const machineChannels = ['workouts', 'live', 'status', 'acks', 'commands'] as const;
export type MachineChannel = (typeof machineChannels)[number];

/** What a machine says; the rest it is told. */
export const machineUplinks = ['workouts', 'live', 'status'] as const;
export type MachineUplink = (typeof machineUplinks)[number];

export function machineTopic(machineId: number, channel: MachineChannel): string {
  return `tanren/machines/${machineId}/${channel}`;
}

/** What the server subscribes to, for all machines at once. */
export function allMachinesTopic(channel: MachineUplink): string {
  return `tanren/machines/+/${channel}`;
}

export function memberLiveTopic(sub: string): string {
  return `tanren/members/${sub}/live`;
}

export interface MachineTopic {
  readonly machineId: number;
  readonly channel: MachineChannel;
}

/** null for anything that is not exactly a machine's topic. */
export function parseMachineTopic(topic: string): MachineTopic | null {
  const match = /^tanren\/machines\/([1-9]\d{0,8})\/([a-z]+)$/.exec(topic);
  const channel = machineChannels.find((name) => name === match?.[2]);
  return channel === undefined ? null : { machineId: Number(match?.[1]), channel };
}
