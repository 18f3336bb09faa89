import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeScratchFolder } from '#test/support/scratch-folder.ts';
import { createOutbox } from './outbox.ts';

test('a mail becomes a private file and one line with its code', async () => {
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

test('a mail without a code is told without one', async () => {
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
