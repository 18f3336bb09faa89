/**
 * Switches off debugging features of React in development: reports to the browser's tools and the
 * stack of each element take a third of its time, and the tests do not use them. React reads these
 * when it is loaded, so this file comes first. Its warnings stay (`console.ts`).
 */
Object.assign(console, { createTask: undefined, timeStamp: undefined });

export const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  (await import('react')) as unknown as Record<string, object>;
// React stores no stacks above this number, until the next second begins.
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => 1e4,
  set: Boolean,
  configurable: true,
});
