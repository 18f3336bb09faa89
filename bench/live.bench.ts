import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import mqtt from 'mqtt';
import { connectLiveMachine } from './load/live-machine.ts';
import type { Measurement } from './measurement.ts';
import { type BenchServer, startBenchServer } from './running-server.ts';

const reps = 100;
const pauseMs = 100;
/** Limit that people perceive as immediate. */
const limitMs = 100;

/**
 * Measures the time from a machine's publish to the changed rep counter in the page, and compares
 * it with a bare broker.
 */
export async function measure(): Promise<readonly Measurement[]> {
  const bare = await measureBareBroker();
  const server = await startBenchServer({ SEED: 'demo' });
  try {
    const page = await measurePage(server);
    const beside = (share: number) =>
      `bare broker round trip of this run ${quantile(bare, share).toFixed(2)} ms`;
    return [
      {
        name: `rep on the page, p50 (${beside(0.5)})`,
        value: quantile(page, 0.5),
        limit: limitMs,
        unit: 'ms',
      },
      {
        name: `rep on the page, p95 (${beside(0.95)})`,
        value: quantile(page, 0.95),
        limit: limitMs,
        unit: 'ms',
      },
    ];
  } finally {
    await server.stop();
  }
}

/** Returns the time on a clock that the browser and this process share. */
const clock = () => performance.timeOrigin + performance.now();

async function measurePage(server: BenchServer): Promise<number[]> {
  const machine = await connectLiveMachine(server);
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'ja-JP' });
    await signInAndLink(page, server, machine.readCode());
    const connectionId = await machine.linked;
    await page.getByText('接続中').first().waitFor();
    await machine.publish('set-started', connectionId, 0);
    await page.getByRole('status', { name: '回数' }).waitFor();
    await watchCounter(page);
    const published: number[] = [];
    for (let rep = 1; rep <= reps; rep += 1) {
      published.push(clock());
      await machine.publish('rep', connectionId, rep);
      await sleep(pauseMs);
    }
    const shown = await readCounter(page);
    return published.map((at, index) => {
      const seen = shown[`${index + 1}回`];
      if (seen === undefined) throw new Error(`Rep ${index + 1} never appeared.`);
      return seen - at;
    });
  } finally {
    await browser.close();
    await machine.end();
  }
}

async function signInAndLink(page: Page, server: BenchServer, code: string): Promise<void> {
  await page.goto(`${server.url}/tanren-link`);
  await page.getByRole('textbox', { name: 'メールアドレス' }).fill('demo@tanren.example');
  await page.getByLabel('パスワード', { exact: true }).fill('mainichi10kai');
  await page.getByRole('button', { name: 'ログイン' }).click();
  await page.getByRole('textbox', { name: '接続コード' }).fill(code);
  await page.getByRole('button', { name: '接続する' }).click();
}

/** Records when the counter first showed each value, by the page's own clock. */
async function watchCounter(page: Page): Promise<void> {
  await page.getByRole('status', { name: '回数' }).evaluate((counter) => {
    const seen: Record<string, number> = {};
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      seen[counter.textContent ?? ''] ??= performance.timeOrigin + performance.now();
    }).observe(counter, { childList: true, subtree: true, characterData: true });
  });
}

async function readCounter(page: Page): Promise<Record<string, number>> {
  return await page.evaluate(
    () => (globalThis as unknown as { seen: Record<string, number> }).seen,
  );
}

async function measureBareBroker(): Promise<number[]> {
  const script = fileURLToPath(new URL('load/bare-broker.mjs', import.meta.url));
  const broker = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(broker.stdout, 'data')) as [Buffer];
  const url = `mqtt://127.0.0.1:${port.toString().trim()}`;
  const sender = await mqtt.connectAsync(url);
  const receiver = await mqtt.connectAsync(url);
  await receiver.subscribeAsync('bare');
  const times: number[] = [];
  for (let round = 0; round < reps; round += 1) {
    const received = new Promise((resolve) => receiver.once('message', resolve));
    const at = clock();
    await sender.publishAsync('bare', 'x'.repeat(250));
    await received;
    times.push(clock() - at);
    await sleep(pauseMs / 5);
  }
  await Promise.all([sender.endAsync(), receiver.endAsync()]);
  broker.kill();
  return times;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
