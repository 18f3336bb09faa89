import * as Type from 'typebox';

/** Lengths bound the work that one request can cause. */
export const Username = Type.String({ minLength: 1, maxLength: 254 });
export const Password = Type.String({ minLength: 1, maxLength: 256 });
export const Code = Type.String({ minLength: 1, maxLength: 64 });
export const Token = Type.String({ minLength: 1, maxLength: 8192 });
export const Session = Type.String({ minLength: 20, maxLength: 4096 });
export const ClientId = Type.String({ minLength: 1, maxLength: 128 });
export const Parameters = Type.Record(Type.String(), Type.String({ maxLength: 8192 }));
export const Attributes = Type.Array(
  Type.Object({
    Name: Type.String({ minLength: 1, maxLength: 32 }),
    Value: Type.Optional(Type.String({ maxLength: 2048 })),
  }),
  { maxItems: 30 },
);
