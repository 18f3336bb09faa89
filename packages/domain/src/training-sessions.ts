/** A menu that members follow on the machines: its bounds, and what its words are kept as. */

export const visibilities = ['private', 'public'] as const;
export type Visibility = (typeof visibilities)[number];

export const sessionLimits = {
  title: 60,
  description: 1000,
  tags: 5,
  tag: 20,
  items: 20,
  sets: 10,
  reps: 50,
  restSeconds: 600,
  /** Per member: enough for years, and a bound for what one account can fill. */
  sessions: 200,
} as const;
