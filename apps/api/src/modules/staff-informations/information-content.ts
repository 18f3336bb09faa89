import type { ProblemField } from '@tanren/contract/problem';
import { staffLimits } from '@tanren/domain/staff-limits';
import { findStaffTextFault, normalizeStaffText } from '@tanren/domain/staff-texts';
import { AppError } from '#app-error.ts';

export interface SentInformation {
  readonly content: string;
  readonly publishAt: string | null;
}

export interface ReadInformation {
  readonly content: string;
  /** As it was sent; null: a draft. */
  readonly publishAt: Date | null;
}

/** A planned announcement of the year 2206 is a slip of the finger. */
const furthestMs = 10 * 365 * 24 * 60 * 60 * 1000;

const textFaults = {
  empty: 'is empty',
  too_long: 'is too long',
  unreadable: 'has control characters',
} as const;

/** Refuses, all at once, what cannot be an announcement. */
export function readInformation({ content, publishAt }: SentInformation, now: Date) {
  const fault = findStaffTextFault(content, { most: staffLimits.information, required: true });
  const at = publishAt === null ? null : new Date(publishAt);
  const fields: ProblemField[] = [
    ...(fault === null ? [] : [mistake('/content', textFaults[fault])]),
    // The format allows leap seconds and offsets of two digits, which JavaScript cannot read.
    ...(at !== null && Number.isNaN(at.getTime())
      ? [mistake('/publishAt', 'is not an instant')]
      : []),
    ...(at !== null && at.getTime() > now.getTime() + furthestMs
      ? [mistake('/publishAt', 'is too far ahead')]
      : []),
  ];
  if (fields.length > 0) throw new AppError('invalid_request', { fields });
  return { content: normalizeStaffText(content), publishAt: at } satisfies ReadInformation;
}

function mistake(path: string, message: string): ProblemField {
  return { path, in: 'body', message };
}

/**
 * When it is published: at the moment staff asks for what is past, never before it, because
 * nobody has read it until then. What is public already keeps its time unless another is asked for.
 */
export function settlePublishAt(sent: Date | null, stored: Date | null, now: Date): Date | null {
  if (sent === null || sent.getTime() === stored?.getTime()) return sent;
  return sent <= now ? now : sent;
}

/** Whether it already is what was asked for, also when it was published by this very request. */
export function isSameInformation(
  stored: ReadInformation,
  sent: ReadInformation,
  now: Date,
): boolean {
  if (stored.content !== sent.content) return false;
  if (stored.publishAt === null || sent.publishAt === null) {
    return stored.publishAt === sent.publishAt;
  }
  if (stored.publishAt.getTime() === sent.publishAt.getTime()) return true;
  return stored.publishAt <= now && sent.publishAt <= now;
}
