/**
 * React in development tells the tools of the browser of each render, and keeps the stack of each
 * element: a third of what it does, and nobody looks. It asks for these when it is loaded, so this
 * comes before everything else. What it complains about stays: see `console.ts`.
 */
Object.assign(console, { createTask: undefined, timeStamp: undefined });

export const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  (await import('react')) as unknown as Record<string, object>;
// From so many on it keeps no more of them, until the next second begins.
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => 1e4,
  set: Boolean,
  configurable: true,
});
