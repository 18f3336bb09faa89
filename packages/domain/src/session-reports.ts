export const reportReasons = ['dangerous', 'offensive', 'personal', 'spam', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

export const reportCommentLimit = 500;
/** By one member, a day: enough for whoever means it. */
export const mostReportsADay = 20;
