import { expect, vi } from 'vitest';

/** React's, once and in development only, about the router's way to load a part of the app. */
const aboutTheRouter = 'This library called use() to suspend in a previous render';

let complaints: string[] = [];

/** From now on every console.error is a complaint that fails the test at its end. */
export function watchConsole(): void {
  complaints = [];
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    const line = parts.map(String).join(' ');
    if (!line.includes(aboutTheRouter)) complaints.push(line);
  });
}

/** What a test itself has brought about is no complaint. */
export function forgiveComplaints(word: string): void {
  complaints = complaints.filter((line) => !line.includes(word));
}

/** What has been complained about so far. */
export function listComplaints(): readonly string[] {
  return complaints;
}

export function expectQuietConsole(): void {
  expect(complaints).toEqual([]);
}
