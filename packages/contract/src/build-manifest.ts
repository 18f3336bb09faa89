import * as Type from 'typebox';

/** `from` is a path. With `/**` at its end it also covers every path below. */
export const RedirectRule = Type.Object({ from: Type.String(), to: Type.String() });
export type RedirectRule = Type.Static<typeof RedirectRule>;

/** Manifest of one build, served at `/builds/meta/<id>.json`. It never changes for an id. */
export const BuildManifest = Type.Object({
  id: Type.String(),
  timestamp: Type.Integer(),
  prerendered: Type.Array(Type.String()),
  redirects: Type.Array(RedirectRule),
});
export type BuildManifest = Type.Static<typeof BuildManifest>;

/** Build that the server has now, served at `/builds/latest.json`. */
export const LatestBuild = Type.Object({ id: Type.String(), timestamp: Type.Integer() });
export type LatestBuild = Type.Static<typeof LatestBuild>;

/** Content of `apps/web/dist/build.json`, which describes the web build to the server. */
export const WebBuild = Type.Object({
  id: Type.String(),
  timestamp: Type.Integer(),
  prerendered: Type.Array(Type.String()),
  /** Paths of all pages. The server answers 404 for other paths. */
  routes: Type.Array(
    Type.Object({
      /** Path pattern, for example `/workouts/$workoutId`. */
      path: Type.String(),
      /** HTML for the head: links to the scripts and styles that only this page needs. */
      links: Type.String(),
      /**
       * Frame that is drawn around the page before any script has run. `null` for a page without
       * one.
       */
      frame: Type.Union([Type.Literal('member'), Type.Literal('work'), Type.Null()]),
    }),
  ),
});
export type WebBuild = Type.Static<typeof WebBuild>;

/**
 * Name of the cookie that is set while a member is signed in on this browser. It lets the server
 * send the frame of a member's page before any script has run. It proves nothing: the only thing
 * the server sends in return is empty HTML.
 */
export const signedInCookie = 'signed-in';

/** Configuration that the server writes into the HTML of each page. */
export const ClientConfig = Type.Object({
  userPoolId: Type.String(),
  userPoolClientId: Type.String(),
  /**
   * A path means this origin. When absent, the client uses Amazon's address for the pool's region.
   */
  userPoolEndpoint: Type.Optional(Type.String()),
  identityPoolId: Type.Optional(Type.String()),
  identityPoolEndpoint: Type.Optional(Type.String()),
  /** `false` when pages work without a service worker and remove an installed one. */
  serviceWorker: Type.Optional(Type.Boolean()),
  /** `true` when the server traces calls, so that pages name the tap that caused a call. */
  traces: Type.Optional(Type.Boolean()),
});
export type ClientConfig = Type.Static<typeof ClientConfig>;
