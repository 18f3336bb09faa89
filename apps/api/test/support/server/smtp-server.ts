import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

interface ReceivedMail {
  readonly to: string;
  readonly text: string;
}

/**
 * Opens a mail server for one test and decodes texts from base64. It accepts every mail, or answers
 * each recipient with the given refusal.
 */
export async function openSmtpServer(refusal?: string) {
  const mails: ReceivedMail[] = [];
  const server = createServer((socket) => {
    talk(socket, (mail) => mails.push(mail), refusal);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, mails };
}

function talk(
  socket: Socket,
  take: (mail: ReceivedMail) => void,
  rejection: string | undefined,
): void {
  let to = '';
  let lines: string[] | null = null;
  let rest = '';
  socket.write('220 test\r\n');
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString('utf8')).split('\r\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      if (lines !== null && line !== '.') lines.push(line);
      else if (lines !== null) {
        take({ to, text: readText(lines) });
        lines = null;
        socket.write('250 kept\r\n');
      } else if (line === 'DATA') {
        lines = [];
        socket.write('354 go on\r\n');
      } else if (line.startsWith('RCPT') && rejection !== undefined) {
        socket.write(`${rejection}\r\n`);
      } else {
        to = /^RCPT TO:<(.*)>/.exec(line)?.[1] ?? to;
        socket.write('250 ok\r\n');
      }
    }
  });
}

function readText(lines: readonly string[]): string {
  const body = lines.slice(lines.indexOf('') + 1).join('');
  return Buffer.from(body, 'base64').toString('utf8');
}
