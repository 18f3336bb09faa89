import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { formatClaimCode, makeClaimToken } from '@tanren/domain/machines/claim-codes';
import { formatLinkCode, linkStepSeconds } from '@tanren/domain/machines/machine-links';
import { timeCode, timeStep } from '@tanren/domain/machines/time-code';
import { expect, test } from 'vitest';
import type { MachineChannel } from './machine-messages.ts';
import {
  describeMachineProtocol,
  isUplink,
  machineProtocol,
  rejectionGuide,
} from './machine-protocol.ts';

/** Draws a Markdown table as the formatter of the project does. */
function drawTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows];
  const widths = head.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)));
  const draw = (line: readonly string[]) =>
    `| ${widths.map((width, at) => (line[at] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [draw(head), rule, ...rows.map(draw)].join('\n');
}

interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

function nameType(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(', ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(nameType).join(' or ');
  if (schema.format === 'date-time') return 'time';
  if (schema.pattern?.startsWith('^[0-9a-f]{8}') === true) return 'UUID, small letters';
  return schema.type ?? '';
}

function nameBounds(schema: JsonSchema): string {
  const { minimum, maximum, minItems = 0, maxItems, minLength = 0, maxLength } = schema;
  if (schema.anyOf !== undefined) return schema.anyOf.map(nameBounds).find(Boolean) ?? '';
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (maxItems !== undefined) return `${minItems} to ${maxItems} entries`;
  if (maxLength === undefined || schema.format !== undefined) return '';
  return `${minLength} to ${maxLength} characters`;
}

function listFields(schema: JsonSchema, prefix = ''): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const place = `${prefix}${name}`;
    const isRequired = schema.required?.includes(name) === true;
    const row = [
      `\`${place}\``,
      nameType(field).replaceAll('|', String.raw`\|`),
      nameBounds(field),
      isRequired ? 'yes' : 'no',
      field.description ?? '',
    ];
    const below = field.items ?? field;
    return [row, ...listFields(below, `${place}${field.items === undefined ? '' : '[]'}.`)];
  });
}

/** Codes of a machine that everybody may know, to compare an implementation with. */
function drawExampleCodes(): string {
  const secret = Buffer.alloc(32, 7).toString('base64url');
  const linkKey = createHmac('sha256', Buffer.from(secret, 'base64url'))
    .update('tanren link code')
    .digest();
  const at = '2026-04-01T03:00:30Z';
  const step = timeStep(new Date(at), linkStepSeconds);
  const digits = timeCode((message) => createHmac('sha1', linkKey).update(message).digest(), step);
  const random = Uint8Array.from([0, 31, 32, 255, 8, 200, 17, 64]);
  const sign = (text: string) => createHmac('sha256', linkKey).update(text).digest();
  const token = makeClaimToken(12, random, sign);
  return drawTable(
    ['value', 'example'],
    [
      ['machine', '12'],
      ['secret', `\`${secret}\``],
      ['link key, in hex', `\`${linkKey.toString('hex')}\``],
      [`link code at ${at}`, `\`${formatLinkCode(12, digits)}\``],
      ['random bytes, in hex', `\`${Buffer.from(random).toString('hex')}\``],
      ['claim token', `\`${token}\``],
      ['claim code', `\`${formatClaimCode({ machineId: 12, token })}\``],
    ],
  );
}

/** Draws the parts of docs/machines/README.md that follow from the contract, by their name. */
function drawProtocolTables(): ReadonlyMap<string, string> {
  const { channels, components } = describeMachineProtocol();
  const names = Object.keys(machineProtocol) as MachineChannel[];
  const topics = names.map((name) => {
    const { qos, summary } = machineProtocol[name];
    const from = isUplink(name) ? 'machine → server' : 'server → machine';
    return [`\`${channels[name]?.address ?? ''}\``, from, String(qos), 'no', summary];
  });
  const fields = Object.entries(components.schemas).map(([name, schema]): [string, string] => [
    `fields of ${name}`,
    drawTable(['field', 'type', 'bounds', 'required', 'meaning'], listFields(schema as JsonSchema)),
  ]);
  const reasons = Object.entries(rejectionGuide).map(([reason, { meaning, remedy }]) => [
    `\`${reason}\``,
    meaning,
    remedy,
  ]);
  return new Map([
    ['topics', drawTable(['topic', 'direction', 'QoS', 'retained', 'content'], topics)],
    ...fields,
    ['reasons', drawTable(['reason', 'meaning', 'what to do'], reasons)],
    ['example codes', drawExampleCodes()],
  ]);
}

const folder = path.join(import.meta.dirname, '../../../../docs/machines');
const documentFile = path.join(folder, 'asyncapi.json');
const pageFile = path.join(folder, 'README.md');

/** `npx vitest run --project unit machine-protocol -u` writes both files anew. */
test('docs/machines/asyncapi.json describes the messages of the contract', async () => {
  const text = `${JSON.stringify(describeMachineProtocol(), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(documentFile);
});

test('the tables of docs/machines/README.md follow from the contract', async () => {
  const page = readFileSync(pageFile, 'utf8');
  const tables = drawProtocolTables();
  const names: string[] = [];
  const written = page.replaceAll(
    /<!-- begin (.+?) -->[^]*?<!-- end -->/g,
    (_part: string, name: string) => {
      names.push(name);
      return `<!-- begin ${name} -->\n\n${tables.get(name) ?? ''}\n\n<!-- end -->`;
    },
  );
  expect(names.toSorted()).toEqual([...tables.keys()].toSorted());
  await expect(written).toMatchFileSnapshot(pageFile);
});

test('every field has a description', () => {
  const text = [...drawProtocolTables()]
    .filter(([name]) => name.startsWith('fields of'))
    .flatMap(([, table]) => table.split('\n').slice(2));
  expect(text.length).toBeGreaterThan(60);
  expect(text.filter((row) => /\|\s+\|$/.test(row))).toEqual([]);
});
