import type { TestProject } from 'vitest/node';
import { startTestServer, type TestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServer: { adminUrl: string; template: string };
  }
}

let server: TestServer | null = null;

export async function setup(project: TestProject): Promise<void> {
  server = await startTestServer(process.env['TEST_DATABASE_URL'] || null);
  project.provide('testServer', { adminUrl: server.adminUrl, template: server.template });
}

export async function teardown(): Promise<void> {
  await server?.stop();
}
