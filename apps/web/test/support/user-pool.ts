import { vi } from 'vitest';
import { fetchAnswer } from './answers.ts';

/** By the name of the call: what the user pool answers. Everything else goes on as before. */
export function answerUserPool(answers: Readonly<Record<string, unknown>>): void {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const name = request.headers.get('x-amz-target')?.split('.')[1] ?? '';
    return name in answers ? Response.json(answers[name]) : fetchAnswer(request);
  });
}
