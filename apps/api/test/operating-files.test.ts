import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '#metrics/metrics.ts';
import { startMetrics } from '#metrics/metrics-server.ts';
import { projectRoot } from '#config/paths.ts';
import { defaultLimits } from '#db/database.ts';
import { openReplica } from '#db/replica.ts';
import { createTestDatabase } from './support/database.ts';

const { db } = await createTestDatabase();

const readOps = (file: string) => readFile(path.join(projectRoot, file), 'utf8');

/** Lists metric names as they appear in expressions. A histogram has three. */
async function listExported(): Promise<Set<string>> {
  const metrics = createMetrics();
  const config = { nodeName: 'node-1', metrics: { host: '127.0.0.1', port: 0 } };
  const replica = openReplica('postgres://nobody@127.0.0.1:1/none', db, defaultLimits);
  onTestFinished(() => replica.close());
  const server = await startMetrics(metrics, {
    config,
    db,
    replica,
    clock: { aheadMs: () => 0 },
    bus: { isConnected: () => true },
    countSessions: () => ({ machine: 0, door: 0, member: 0, board: 0 }),
    countTokens: () => 0,
  });
  onTestFinished(() => server.close());
  const described = await metrics.registry.getMetricsAsJSON();
  return new Set(
    described.flatMap(({ name, type }) =>
      String(type) === 'histogram'
        ? ['_bucket', '_sum', '_count'].map((end) => name + end)
        : [name],
    ),
  );
}

function listUsed(expression: string): string[] {
  return expression.match(/\b(?:tanren|nodejs|process)_[a-z0-9_]+/g) ?? [];
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<string, string>>;
}

async function readRules(): Promise<Rule[]> {
  const file = parse(await readOps('ops/prometheus/alerts.yaml')) as {
    groups: { rules: Rule[] }[];
  };
  return file.groups.flatMap(({ rules }) => rules);
}

interface Dashboard {
  readonly panels: {
    readonly id: number;
    readonly title: string;
    readonly targets: { readonly expr: string }[];
  }[];
}

async function readPanels() {
  return (JSON.parse(await readOps('ops/grafana/tanren.json')) as Dashboard).panels;
}

test('every alert has a cause and an action', async () => {
  const rules = await readRules();
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  expect(rules.length).toBeGreaterThan(15);
  for (const { annotations, labels } of rules) {
    expect(Object.keys(annotations)).toEqual(['summary', 'cause', 'action']);
    for (const text of Object.values(annotations)) expect(text.length).toBeGreaterThan(15);
    expect(labels.severity).toMatch(/^(critical|warning)$/);
  }
});

test('alerts and dashboard use only exported metrics', async () => {
  const exported = await listExported();
  const expressions = [
    ...(await readRules()).map(({ expr }) => expr),
    ...(await readPanels()).flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const used = expressions.flatMap(listUsed);
  // Exporters and Patroni report what the other expressions use.
  expect(used.length).toBeGreaterThan(expressions.length / 2);
  expect(used.filter((name) => !exported.has(name))).toEqual([]);
});

test('the dashboard shows, and the document explains, every metric of ours', async () => {
  const panels = await readPanels();
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const shown = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => listUsed(expr)));
  const explained = listUsed(await readOps('docs/operating.md'));
  const bare = (name: string) => name.replace(/_(?:bucket|sum|count)$/, '');
  const ours = new Set(
    [...(await listExported())].map(bare).filter((name) => name.startsWith('tanren')),
  );
  expect([...ours].filter((name) => !shown.map(bare).includes(name))).toEqual([]);
  expect([...ours].filter((name) => !explained.includes(name))).toEqual([]);
  expect(explained.filter((name) => name.startsWith('tanren_') && !ours.has(name))).toEqual([]);
});

test('alerts quote log lines that the program writes', async () => {
  const actions = (await readRules()).map(({ annotations }) => annotations['action'] ?? '');
  const named = actions.flatMap((text) =>
    [...text.matchAll(/lines? "([^"]+)"/g)].map(([, a]) => a),
  );
  expect(named.length).toBeGreaterThan(4);
  const sources = await Promise.all(
    [
      'http/log/outage-log.ts',
      'http/log/database-log.ts',
      'db/replica.ts',
      'composition/messaging.ts',
      'modules/workouts/ingest/workouts.mqtt.ts',
      'mail/mail-rounds.ts',
      'tasks/repeat-task.ts',
    ].map((file) => readOps(`apps/api/src/${file}`)),
  );
  for (const line of named) expect(sources.join('\n')).toContain(line);
});
