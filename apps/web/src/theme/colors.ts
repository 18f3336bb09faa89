/** The palette of styles/tokens.css, for drawings. */
export const colors = {
  primary: 'var(--color-primary)',
  secondaryGreen: 'var(--color-secondary-green)',
  secondaryCyan: 'var(--color-secondary-cyan)',
  secondaryYellow: 'var(--color-secondary-yellow)',
  background: 'var(--surface-page)',
} as const;

export const surfaces = {
  page: 'var(--surface-page)',
  raised: 'var(--surface-raised)',
} as const;
