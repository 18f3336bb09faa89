import * as Type from 'typebox';

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
