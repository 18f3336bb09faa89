import type { TrainerView } from '@tanren/contract/trainer-connection-code';
import { gymDayOf } from '#lib/dates.ts';

export interface ViewDay {
  readonly day: string;
  readonly views: TrainerView[];
}

/** Newest first in, newest day first out. What is seen meanwhile moves the pages: each once. */
export function groupViews(views: readonly TrainerView[]): ViewDay[] {
  const days: ViewDay[] = [];
  const known = new Set<number>();
  for (const view of views) {
    if (known.has(view.id)) continue;
    known.add(view.id);
    const day = gymDayOf(view.seenAt);
    const last = days.at(-1);
    if (last?.day === day) last.views.push(view);
    else days.push({ day, views: [view] });
  }
  return days;
}
