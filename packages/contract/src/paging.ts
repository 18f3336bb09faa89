import * as Type from 'typebox';

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
