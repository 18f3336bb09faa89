/** What a member may let a trainer see, each on its own. */
export const trainerScopes = ['history', 'profile', 'status'] as const;
export type TrainerScope = (typeof trainerScopes)[number];
