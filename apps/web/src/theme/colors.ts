/** The palette; where each colour may be used is in docs/design.md. */
export const colors = {
  primary: '#ce171e',
  secondaryRed: '#ee4247',
  secondaryBlue: '#6968ce',
  secondaryGreen: '#78c144',
  secondaryCyan: '#41b8df',
  secondaryYellow: '#ffff00',
  anchor: '#fff',
  error: '#f00',
  background: '#0f0f0f',
} as const;

/** Neutrals between the page and white: a card lies on the page, a pressed or raised part on a card. */
export const surfaces = {
  page: colors.background,
  card: '#1a1a1a',
  raised: '#262626',
} as const;
