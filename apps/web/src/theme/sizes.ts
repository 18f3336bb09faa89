/** An extra-large button, in px. */
export const primaryButton = { height: 52, fontSize: 18, minWidth: 92, paddingInline: 24 } as const;

/** A solo text field, in px. */
export const soloField = { height: 56, fontSize: 16, paddingInline: 16 } as const;

export const selectBackground = '#e0e0e0';

/** One unit of vertical rhythm is 4 px. */
const unit = 4;
export const errorPage = { logoWidth: 60, paddingBlock: 10 * unit } as const;
