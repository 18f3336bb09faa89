import * as Type from 'typebox';

/**
 * Group of callers that may use an endpoint. `public`: every caller. `account`: any verified token.
 * This covers the steps before a profile is complete, the account itself and the workout data that
 * the app loads with a profile. `member`: an account with a complete profile and the current terms;
 * otherwise 403 profile_incomplete or terms_not_agreed. `trainer` and `staff`: members of that
 * group.
 */
export type EndpointAccess = 'public' | 'account' | 'member' | 'trainer' | 'staff';

/** Kind of mail that the member gets after a call that lets other people see the member's data. */
export type OwnerLetter = 'calendar-feed' | 'trainer-code' | 'export';

interface EndpointSchema {
  readonly params?: Type.TSchema;
  readonly querystring?: Type.TSchema;
  readonly body?: Type.TSchema;
  /** Successful answers only. A failed call is always answered with a `Problem`. */
  readonly response: Readonly<Record<number, Type.TSchema>>;
}

interface EndpointDefinition {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below `/api`, with `:name` parameters. */
  readonly url: `/${string}`;
  readonly access: EndpointAccess;
  /**
   * Whether the password must have been entered within the last ten minutes. Older sign-ins get 403
   * recent_authentication_required.
   */
  readonly recentAuthentication?: boolean;
  readonly ownerLetter?: OwnerLetter;
  /**
   * Whether the call ignores the idempotency key. It does when it is safe to repeat anyway, or when
   * its changes must be committed before the answer.
   */
  readonly ignoresIdempotencyKey?: boolean;
  readonly summary: string;
  readonly schema: EndpointSchema;
}

/**
 * Declares a call once. The API spreads it into `app.route`, and the web app passes it to
 * `callApi`. The API's hooks read from `config` which callers are allowed.
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

/** Input that a caller supplies: exactly the parts that the endpoint declares. */
export type EndpointInput<E extends Endpoint> = Part<E, 'params'> &
  Part<E, 'querystring'> &
  Part<E, 'body'>;

/** Result that a caller gets: the union of the successful answers. */
export type EndpointOutput<E extends Endpoint> = {
  [S in keyof E['schema']['response']]: E['schema']['response'][S] extends Type.TSchema
    ? Type.Static<E['schema']['response'][S]>
    : never;
}[keyof E['schema']['response']];

/**
 * Builds an object schema that rejects unknown fields. Every part of a request is made of these
 * (otherwise the API does not start), because a misspelt optional field must not be dropped in
 * silence.
 */
export function closedObject<P extends Type.TProperties>(
  properties: P,
  options: Type.TObjectOptions = {},
) {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

/** Returns the schema without its rule that unknown fields are rejected, at every depth. */
export function allowUnknownFields<S extends Type.TSchema>(schema: S): S {
  const open = JSON.stringify(schema, (key, value: unknown) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  );
  return JSON.parse(open) as S;
}

/**
 * Id of a workout, a reservation or a run. Every visit makes some, so a chain has more of them than
 * a 32-bit integer counts. Other ids are 32 bits wide.
 */
export const LongId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** Query parameters of every list. A cursor is opaque to the caller. */
export const pageQuery = {
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
};

export const defaultPageLimit = 20;

export function pageOf<T extends Type.TSchema>(item: T) {
  return Type.Object({
    items: Type.Array(item),
    /** `null` on the last page. */
    nextCursor: Type.Union([Type.String(), Type.Null()]),
  });
}

/**
 * Cookie and header of the double-submit protection against cross-site request forgery. A page
 * reads the cookie and repeats it in the header of every call that changes something. The names are
 * the defaults of axios. Over https the cookie has the `__Host-` prefix: browsers then do not let
 * sibling domains or plain http set it.
 */
export const forgeryCookie = 'XSRF-TOKEN';
export const secureForgeryCookie = '__Host-XSRF-TOKEN';
export const forgeryHeader = 'x-xsrf-token';

/**
 * Header that every changing call of a member accepts (draft-ietf-httpapi-idempotency-key-header).
 * Its value is a String of RFC 8941 that the caller makes, for example a UUID in quotation marks.
 * The same call with the same key within 24 hours runs once and gets the first answer again. While
 * the first call is running: 409 request_in_progress. With another address or body: 422
 * idempotency_key_reused.
 */
export const idempotencyHeader = 'idempotency-key';

/**
 * Length in characters. A shorter key would be no secret, and stored answers are encrypted with it.
 */
export const idempotencyKeyLength = { min: 16, max: 128 } as const;
