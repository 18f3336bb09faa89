import { expect, vi } from 'vitest';

let complaints: string[] = [];

/** From now on every console.error is a complaint that fails the test at its end. */
export function watchConsole(): void {
  complaints = [];
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    complaints.push(parts.map(String).join(' '));
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
