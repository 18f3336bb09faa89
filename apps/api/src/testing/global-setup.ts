import type { TestProject } from 'vitest/node';
import { prepareCluster, removeCluster } from './prepared-cluster.ts';
import { buildPrograms, type Programs, removePrograms } from './program-bundle.ts';
import { startTestServer, type TestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServer: { adminUrl: string; template: string };
    /** A server's address as the program's own role has it, to be completed by a database. */
    programUrl: string;
    /** Built once for all tests that run them. */
    programs: Programs;
    /** A DATA_DIR to copy; see `makePreparedDataDir`. */
    preparedCluster: string;
  }
}

let made: { server: TestServer; programs: Programs; cluster: string } | null = null;

export async function setup(project: TestProject): Promise<void> {
  const [programs, cluster] = await Promise.all([buildPrograms(), prepareCluster()]);
  const server = await startTestServer(process.env['TEST_DATABASE_URL'] || null, cluster);
  made = { server, programs, cluster };
  project.provide('testServer', { adminUrl: server.adminUrl, template: server.template });
  project.provide('programUrl', server.programUrl);
  project.provide('programs', programs);
  project.provide('preparedCluster', cluster);
}

export async function teardown(): Promise<void> {
  if (made === null) return;
  await made.server.stop();
  await removePrograms(made.programs);
  await removeCluster(made.cluster);
}
