import * as Type from 'typebox';

/** `from` is a path, or a path followed by `/**` for it and everything below it. */
export const RedirectRule = Type.Object({ from: Type.String(), to: Type.String() });
export type RedirectRule = Type.Static<typeof RedirectRule>;

/** Served at `/builds/meta/<id>.json`; never changes for an id. */
export const BuildManifest = Type.Object({
  id: Type.String(),
  timestamp: Type.Integer(),
  prerendered: Type.Array(Type.String()),
  redirects: Type.Array(RedirectRule),
});
export type BuildManifest = Type.Static<typeof BuildManifest>;

/** Served at `/builds/latest.json`: which build the server has now. */
export const LatestBuild = Type.Object({ id: Type.String(), timestamp: Type.Integer() });
export type LatestBuild = Type.Static<typeof LatestBuild>;

/** `apps/web/dist/build.json`: what the web build tells the server about itself. */
export const WebBuild = Type.Object({
  id: Type.String(),
  timestamp: Type.Integer(),
  prerendered: Type.Array(Type.String()),
  /** The pages, so that other paths answer 404. */
  routes: Type.Array(
    Type.Object({
      /** A path pattern: `/workouts/$workoutId`. */
      path: Type.String(),
      /** HTML for its head: links to the scripts and styles that it needs besides those of all. */
      links: Type.String(),
      /** What is drawn around it before any script has run; null: nothing. */
      frame: Type.Union([Type.Literal('member'), Type.Literal('work'), Type.Null()]),
    }),
  ),
});
export type WebBuild = Type.Static<typeof WebBuild>;

/**
 * Set while somebody is signed in on this browser, so that the server sends the frame of a member's
 * page before any script has run. It proves nothing: nobody gets anything for it but empty HTML.
 */
export const signedInCookie = 'signed-in';

/** What a page learns of its surroundings from the HTML that carries it. */
export const ClientConfig = Type.Object({
  userPoolId: Type.String(),
  userPoolClientId: Type.String(),
  /** Absent: Amazon's own address for the pool's region. A path means this origin. */
  userPoolEndpoint: Type.Optional(Type.String()),
  identityPoolId: Type.Optional(Type.String()),
  identityPoolEndpoint: Type.Optional(Type.String()),
  /** False: pages work without a service worker, and remove one that is there. */
  serviceWorker: Type.Optional(Type.Boolean()),
});
export type ClientConfig = Type.Static<typeof ClientConfig>;
