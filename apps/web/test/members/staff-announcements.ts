import {
  createAnnouncement,
  deleteAnnouncement,
  listStaffAnnouncements,
  type StaffAnnouncement,
  updateAnnouncement,
} from '@tanren/contract/members/staff-announcements';
import { answer, lost, rejectWith } from '#test/support/answers.ts';

interface Written extends StaffAnnouncement {
  readonly draftId: string;
}

interface Content {
  readonly content: string;
  readonly publishAt: string | null;
}

/** Opens announcements in memory, with the rules of drafts and versions. */
export function openNoticeBoard() {
  let written: Written[] = [];
  let lastId = 0;
  let losesAnswers = false;

  const find = (id: number) => written.find((one) => one.id === id);
  const show = ({ draftId: _, ...announcement }: Written): StaffAnnouncement => announcement;

  /** Publishes. A time in the past becomes the server's current time. */
  function publish({ content, publishAt }: Content) {
    const now = new Date();
    const isPast = publishAt !== null && new Date(publishAt) <= now;
    return {
      content: content.trimEnd().replaceAll(/ +\n/g, '\n'),
      publishAt: isPast ? now.toISOString() : publishAt,
      published: isPast,
      updatedAt: now.toISOString(),
    };
  }

  function write(body: Content, draftId: string): Written {
    lastId += 1;
    const made = { id: lastId, version: 1, draftId, ...publish(body) };
    written = [made, ...written];
    return made;
  }

  function change(id: number, body: Content): Written | undefined {
    written = written.map((one) =>
      one.id === id ? { ...one, ...publish(body), version: one.version + 1 } : one,
    );
    return find(id);
  }

  function remove(id: number): void {
    written = written.filter((one) => one.id !== id);
  }

  const reply = (announcement: StaffAnnouncement) => (losesAnswers ? lost : announcement);

  answer(listStaffAnnouncements, () => ({ items: written.map(show), nextCursor: null }));
  answer(createAnnouncement, ({ body: { draftId, ...body } }) => {
    const before = written.find((one) => one.draftId === draftId);
    if (before === undefined) return reply(show(write(body, draftId)));
    return before.content === body.content ? show(before) : rejectWith(409, 'stale_version');
  });
  answer(updateAnnouncement, ({ params, body }) => {
    const before = find(params.informationId);
    if (before === undefined) return rejectWith(404, 'not_found');
    if (before.version !== body.version) return rejectWith(409, 'stale_version');
    const changed = change(before.id, body);
    return changed === undefined ? rejectWith(404, 'not_found') : reply(show(changed));
  });
  answer(deleteAnnouncement, ({ params }) => {
    remove(params.informationId);
    return null;
  });

  return {
    contents: () => written.map(({ content }) => content),
    list: () => written.map(show),
    /** Adds an announcement as a colleague would. */
    write: (content: string, publishAt: string | null = null) =>
      show(write({ content, publishAt }, crypto.randomUUID())),
    change,
    remove,
    /** Makes calls succeed while their answers are lost. */
    loseAnswers(loses: boolean) {
      losesAnswers = loses;
    },
  };
}
