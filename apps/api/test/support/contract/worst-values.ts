import type { TSchema } from 'typebox';

/*
 * Builds the values that cost a validator the most, from the schema that it validates against: each
 * hostile value is put at each place of the schema.
 */

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** The path to one place of a value. `null` means every item of an array. */
type Place = readonly (string | null)[];

function listPlaces(schema: Schema, place: Place = []): (readonly [Place, Schema])[] {
  const { properties = {}, items, anyOf = [] } = schema;
  return [
    [place, schema],
    ...Object.entries(properties).flatMap(([name, one]) => listPlaces(one, [...place, name])),
    ...(items === undefined ? [] : listPlaces(items, [...place, null])),
    ...anyOf.flatMap((one) => listPlaces(one, place)),
  ];
}

/** Describes what a value at this place costs: the schema there, and the arrays around it. */
function describePlace([place, schema]: readonly [Place, Schema]): string {
  return JSON.stringify([place.filter((step) => step === null).length, schema]);
}

/** Puts JSON at a place. Every array on the path has as many items as fit, and at least one. */
function placeJson(place: Place, json: string, bytes: number): string {
  let built = json;
  for (const step of place.toReversed()) {
    if (step === null) {
      const count = Math.max(1, Math.floor(bytes / (built.length + 1)));
      built = `[${Array.from({ length: count }, () => built).join()}]`;
    } else {
      built = `{${JSON.stringify(step)}:${built}}`;
    }
  }
  return built;
}

function fill(bytes: number, write: (at: number) => string): string {
  const parts: string[] = [];
  for (let size = 0; size < bytes; size += (parts.at(-1)?.length ?? 0) + 1) {
    parts.push(write(parts.length));
  }
  return parts.join();
}

/** Lists hostile values, each the worst case for another keyword of JSON Schema. */
function listHostileJson(bytes: number): string[] {
  const texts = ['a', '0', '-', '.', '@', ' ', 'あ', '2026-01-01T00:00:00.', '1-', 'a@'];
  return [
    `[${fill(bytes, (at) => `{"a":${at}}`)}]`,
    `[${fill(bytes, (at) => `[${at}]`)}]`,
    `[${fill(bytes, String)}]`,
    `[${fill(bytes, (at) => `"${at}"`)}]`,
    `{${fill(bytes, (at) => `"a${at}":0`)}}`,
    '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
    `${'{"a":'.repeat(bytes / 6)}0${'}'.repeat(bytes / 6)}`,
    ...texts.map((text) => `"${text.repeat(bytes / Buffer.byteLength(text))}"`),
  ];
}

const smallJson = ['{}', '[]', '""', '0', 'null'];

/**
 * Lists the bodies of about the given size that cost the most, as JSON. It leaves out places that
 * cost the same as a known one, because the contract has many, and adds the others to them.
 */
export function* listWorstBodies(
  schema: TSchema,
  bytes: number,
  known = new Set<string>(),
): Generator<string> {
  const places = listPlaces(schema).filter((one) => !known.has(describePlace(one)));
  const hostile = places.length === 0 ? [] : listHostileJson(bytes);
  for (const found of places) {
    if (known.has(describePlace(found))) continue;
    known.add(describePlace(found));
    for (const json of [...hostile, ...smallJson]) yield placeJson(found[0], json, bytes);
  }
}
