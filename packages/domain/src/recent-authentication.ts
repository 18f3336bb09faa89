/** So long after a password (and a code, where one is asked for) sensitive changes go through. */
export const recentAuthenticationMinutes = 10;

export function isRecentlyAuthenticated(authenticatedAt: Date | undefined, now: Date): boolean {
  if (authenticatedAt === undefined) return false;
  const age = now.getTime() - authenticatedAt.getTime();
  return age <= recentAuthenticationMinutes * 60 * 1000;
}
