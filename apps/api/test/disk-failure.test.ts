import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import { answerFailure } from '#http/error-handler.ts';
import { describeDiskFailure } from '#db/disk-failure.ts';

type Write = (details: object, line: string) => void;

const failWith = (code: string, message: string) =>
  new Error('Failed query: insert into …', {
    cause: Object.assign(new Error(message), { code }),
  });

test.each([
  ['53100', /disk of the database is full: make room/],
  ['58030', /cannot be read or written/],
  ['XX001', /file of the database is damaged: .* restore the last backup/],
  ['XX002', /index of the database is damaged/],
])('%s explains what to do', (code, line) => {
  expect(describeDiskFailure(failWith(code, 'x'))).toMatch(line);
});

test('ignores every other failure', () => {
  for (const error of [failWith('23505', 'x'), new Error('x'), 'x', null]) {
    expect(describeDiskFailure(error)).toBeNull();
  }
});

test('a call that meets a disk failure logs one line with the reason and without the statement', () => {
  const log = { fatal: vi.fn<Write>(), error: vi.fn<Write>(), warn: vi.fn<Write>() };
  const reply = { code: () => reply, headers: () => reply, header: () => reply, send: () => reply };
  const request = { id: '1', log };
  answerFailure(
    failWith('53100', 'could not extend file: No space left on device'),
    request as unknown as FastifyRequest,
    { ...reply, request, hasHeader: () => false } as unknown as FastifyReply,
  );
  expect(log.fatal).toHaveBeenCalledExactlyOnceWith(
    { reason: 'could not extend file: No space left on device' },
    expect.stringContaining('make room'),
  );
  expect([log.error, log.warn].map(({ mock }) => mock.calls)).toEqual([[], []]);
});
