/** Once for all of them: every import of a part costs the sign-in page the names of its files. */
export const importTrainerPages = () => import('./-trainer-members-page.tsx');
export const importTrainerEditor = () => import('./-trainer-session-page.tsx');
