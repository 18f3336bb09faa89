import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runWithRequestId } from '#http/log/request-context.ts';
import { makeScratchFolder } from '#test/support/server/scratch-folder.ts';
import { openSmtpServer } from '#test/support/server/smtp-server.ts';
import { createOutbox, createSmtpMailer, needsStartTls } from './mailer.ts';

/** Opens a mail server, a mailer that sends to it, and a folder of mails as files. */
async function openMailers() {
  const { url, mails } = await openSmtpServer();
  const mailer = createSmtpMailer(url, 'TANREN <no-reply@tanren.example>');
  onTestFinished(() => mailer.close());
  const folder = await makeScratchFolder();
  const outbox = createOutbox(
    folder,
    () => new Date(),
    () => {},
  );
  const readFirstFile = async () => {
    const [name = ''] = await readdir(folder);
    return await readFile(path.join(folder, name), 'utf8');
  };
  return { mails, mailer, outbox, readFirstFile };
}

test('sends a Japanese text unchanged', async () => {
  const { mails, mailer } = await openMailers();
  await mailer.send({ to: 'a@tanren.example', subject: '確認コード', text: '確認コード：012345' });
  expect(mails).toMatchObject([{ to: 'a@tanren.example', text: '確認コード：012345' }]);
  expect(mails[0]?.lines).toContain('From: TANREN <no-reply@tanren.example>');
});

test('names the request behind a mail, by SMTP and as a file', async () => {
  const { mails, mailer, outbox, readFirstFile } = await openMailers();
  const mail = { to: 'a@tanren.example', subject: 'x', text: 'x' };
  await runWithRequestId('request-1', async () => {
    await mailer.send(mail);
    await outbox.send(mail);
  });
  expect(mails[0]?.lines).toContain('X-Request-ID: request-1');
  expect(await readFirstFile()).toBe(
    'To: a@tanren.example\nSubject: x\nX-Request-Id: request-1\n\nx',
  );
});

test('adds the unsubscribe headers to mails that members can stop, by SMTP and as a file', async () => {
  const { mails, mailer, outbox, readFirstFile } = await openMailers();
  const unsubscribeUrl = 'https://gym.example/api/u/1';
  const mail = { to: 'a@tanren.example', subject: 'x', text: 'x', unsubscribeUrl };
  await mailer.send(mail);
  await outbox.send(mail);
  const headers = [
    'List-Unsubscribe: <https://gym.example/api/u/1>',
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  ];
  expect(mails[0]?.lines).toEqual(expect.arrayContaining(headers));
  expect((await readFirstFile()).split('\n')).toEqual(expect.arrayContaining(headers));
});

test('throws when the mail server cannot be reached', async () => {
  const mailer = createSmtpMailer('smtp://127.0.0.1:1', 'no-reply@tanren.example');
  onTestFinished(() => {
    mailer.close();
  });
  await expect(mailer.send({ to: 'a@tanren.example', subject: 'x', text: 'x' })).rejects.toThrow(
    'ECONNREFUSED',
  );
});

test.each([
  ['smtp://user:p%40ss@mail.gym.example:587', true],
  ['smtp://203.0.113.9', true],
  ['smtp://mail.gym.example?requireTLS=false', true],
  ['smtps://mail.gym.example', false],
  ['smtp://127.0.0.1:25', false],
  ['smtp://[::1]', false],
  ['smtp://192.168.1.5', false],
  ['smtp://postfix:25', false],
])('%s requires STARTTLS: %s', (url, needed) => {
  expect(needsStartTls(url)).toBe(needed);
});

test('sends neither recipient nor code to a foreign server without encryption', async () => {
  const { url, mails, recipients } = await openSmtpServer();
  const mailer = createSmtpMailer(`${url}?requireTLS=false`, 'no-reply@tanren.example', true);
  onTestFinished(() => mailer.close());
  const sending = mailer.send({ to: 'a@tanren.example', subject: 'x', text: '012345' });
  await expect(sending).rejects.toThrow(/TLS/);
  expect([recipients, mails]).toEqual([[], []]);
});

test('writes a mail as a private file, and its code in one log line', async () => {
  const folder = path.join(await makeScratchFolder(), 'outbox');
  const lines: string[] = [];
  const outbox = createOutbox(
    folder,
    () => new Date('2026-11-15T00:00:00Z'),
    (line) => lines.push(line),
  );
  await outbox.send({
    to: 'a@tanren.example',
    subject: '確認コード',
    text: '確認コード：01234567\n',
  });
  const [name = ''] = await readdir(folder);
  const file = path.join(folder, name);
  expect(await readFile(file, 'utf8')).toBe(
    'To: a@tanren.example\nSubject: 確認コード\n\n確認コード：01234567\n',
  );
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(lines).toEqual([`mail to a@tanren.example: 確認コード 01234567 (${file})`]);
});

test('logs a mail without a code without one', async () => {
  const folder = await makeScratchFolder();
  const lines: string[] = [];
  const outbox = createOutbox(
    folder,
    () => new Date(),
    (line) => lines.push(line),
  );
  await outbox.send({
    to: 'a@tanren.example',
    subject: 'お知らせ',
    text: '受付番号：20261116\n電話 0312345678',
  });
  expect(lines[0]).toMatch(/^mail to a@tanren\.example: お知らせ \(/);
});
