import * as Type from 'typebox';

/**
 * Who may call. `public`: anyone. `account`: any verified token, for the steps before a profile is
 * complete, for the account itself and for the workout data that the app loads with a profile. `member`: the same with a complete profile and the current
 * terms, 403 profile_incomplete or terms_not_agreed otherwise. `trainer` and `staff`: members of
 * that group.
 */
export type EndpointAccess = 'public' | 'account' | 'member' | 'trainer' | 'staff';

/** What the member is told by mail after the call, because it lets others see the member's data. */
export type OwnerLetter = 'calendar-feed' | 'trainer-code' | 'export';

interface EndpointSchema {
  readonly params?: Type.TSchema;
  readonly querystring?: Type.TSchema;
  readonly body?: Type.TSchema;
  /** Successful answers only; failures are always `Problem`. */
  readonly response: Readonly<Record<number, Type.TSchema>>;
}

interface EndpointDefinition {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, with `:name` parameters. */
  readonly url: `/${string}`;
  readonly access: EndpointAccess;
  /** Only within ten minutes of a password: 403 recent_authentication_required otherwise. */
  readonly recentAuthentication?: boolean;
  readonly ownerLetter?: OwnerLetter;
  /** Its own rules keep it from being done twice, or nothing of it may wait for the answer. */
  readonly ignoresIdempotencyKey?: boolean;
  readonly summary: string;
  readonly schema: EndpointSchema;
}

/**
 * A call, declared once: the API spreads it into `app.route`, the web app hands it to
 * `callApi`. What the caller may be travels in `config`, where the API's hooks read it.
 */
export function endpoint<const D extends EndpointDefinition>(definition: D) {
  const { method, url, access, summary, schema } = definition;
  const { recentAuthentication = false, ownerLetter = null } = definition;
  const takesIdempotencyKey = method !== 'GET' && definition.ignoresIdempotencyKey !== true;
  return {
    method: method as D['method'],
    url: url as D['url'],
    schema: { summary, ...schema } as D['schema'] & { summary: string },
    config: { access, recentAuthentication, ownerLetter, takesIdempotencyKey },
  };
}

export type Endpoint = ReturnType<typeof endpoint>;

type Part<E extends Endpoint, K extends 'params' | 'querystring' | 'body'> =
  E['schema'] extends Readonly<Record<K, infer S extends Type.TSchema>>
    ? Readonly<Record<K, Type.Static<S>>>
    : unknown;

/** What a caller supplies: exactly the parts the endpoint declares. */
export type EndpointInput<E extends Endpoint> = Part<E, 'params'> &
  Part<E, 'querystring'> &
  Part<E, 'body'>;

/** What a caller gets back: the union of the successful answers. */
export type EndpointOutput<E extends Endpoint> = {
  [S in keyof E['schema']['response']]: E['schema']['response'][S] extends Type.TSchema
    ? Type.Static<E['schema']['response'][S]>
    : never;
}[keyof E['schema']['response']];

/**
 * An object that refuses fields it does not know. Everything a request carries is made of
 * these (the API does not start otherwise): a misspelt optional field must not be
 * dropped in silence.
 */
export function closedObject<P extends Type.TProperties>(
  properties: P,
  options: Type.TObjectOptions = {},
) {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

/** What every list takes; a cursor is opaque to the caller. */
export const pageQuery = {
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
};

export const defaultPageLimit = 20;

export function pageOf<T extends Type.TSchema>(item: T) {
  return Type.Object({
    items: Type.Array(item),
    /** null: that was all. */
    nextCursor: Type.Union([Type.String(), Type.Null()]),
  });
}

/**
 * The double-submit pair against cross-site forgery: a page reads the cookie and repeats
 * it in the header of every call that changes something. The names are axios' defaults; over
 * https the cookie has the prefix by which browsers keep sister domains and plain http from
 * setting it.
 */
export const forgeryCookie = 'XSRF-TOKEN';
export const secureForgeryCookie = '__Host-XSRF-TOKEN';
export const forgeryHeader = 'x-xsrf-token';

/**
 * Every call of a member that changes something takes it (draft-ietf-httpapi-idempotency-key-header):
 * a String of RFC 8941 that the caller makes, a UUID in quotation marks for instance. The same call
 * with the same key within 24 hours is done once, and answered as the first time; while the first is
 * still under way 409 request_in_progress, with another address or body 422 idempotency_key_reused.
 */
export const idempotencyHeader = 'idempotency-key';

/** Below this many characters a key would be no secret; the answers that are kept are sealed by it. */
export const idempotencyKeyLength = { min: 16, max: 128 } as const;
