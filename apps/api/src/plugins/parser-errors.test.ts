import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Problem } from '@tanren/contract/problem';
import { Check } from 'typebox/value';
import { expect, test } from 'vitest';
import { shareTestApp } from '#test/support/app.ts';

const app = await shareTestApp();
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;

/** Sends these bytes, and reads until the server ends the connection. */
async function send(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(bytes);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

const host = 'Host: localhost\r\nConnection: close\r\n';

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'invalid_request'],
  ['a space in the address', `GET /api/a b HTTP/1.1\r\n${host}\r\n`, 400, 'invalid_request'],
  ['a header without a name', `GET /api/x HTTP/1.1\r\n${host}: x\r\n\r\n`, 400, 'invalid_request'],
  ['no host', 'GET /api/x HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'invalid_request'],
  ['bad percent-encoding', `GET /api/%zz HTTP/1.1\r\n${host}\r\n`, 400, 'invalid_request'],
  [
    '9,000 characters of address',
    `GET /api/${'a'.repeat(9000)} HTTP/1.1\r\n${host}\r\n`,
    414,
    'uri_too_long',
  ],
  [
    '20,000 characters of address',
    `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`,
    414,
    'uri_too_long',
  ],
  [
    '20,000 characters of header',
    `GET /api/x HTTP/1.1\r\n${host}X: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
])('%s is answered with a problem', async (_name, bytes, status, code) => {
  const [head = '', body = ''] = (await send(bytes)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toMatch(/^content-type: application\/problem\+json$/m);
  expect(head).toMatch(/^cache-control: no-store$/m);
  const problem: unknown = JSON.parse(body);
  expect(Check(Problem, problem)).toBe(true);
  expect(problem).toMatchObject({ status, code, ...(status === 400 && { fields: [{}] }) });
  expect(head).toContain(`x-request-id: ${(problem as Problem).requestId}`);
});
