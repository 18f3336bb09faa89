import type { StaffAnnouncement } from '@tanren/contract/members/staff-announcements';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  describeSaved,
  findDraftErrors,
  isChanged,
  newDraft,
  shownDay,
  toContent,
  toDraft,
  toPublishAt,
} from './announcement-draft.ts';

describe('describeSaved', () => {
  const announcement: StaffAnnouncement = {
    id: 1,
    content: '年末年始の営業時間',
    publishAt: null,
    published: false,
    version: 1,
    updatedAt: '2026-04-01T03:00:00.000Z',
  };
  const draft = announcement;
  const planned = { ...announcement, publishAt: '2026-12-20T01:00:00.000Z' };
  const published = { ...announcement, publishAt: '2026-04-01T03:00:00.000Z', published: true };

  test.each([
    { saved: published, before: null, title: 'お知らせを公開しました' },
    { saved: published, before: draft, title: 'お知らせを公開しました' },
    { saved: published, before: planned, title: 'お知らせを公開しました' },
    // An announcement that was already published is not reported as newly published.
    { saved: published, before: published, title: '変更を保存しました' },
    { saved: draft, before: null, title: '下書きを保存しました' },
    { saved: draft, before: published, title: '公開をやめました' },
    { saved: planned, before: published, title: '公開を予約しました' },
  ])('$title', ({ saved, before, title }) => {
    expect(describeSaved(saved, before).title).toBe(title);
  });

  test("shows a planned one with its time on the gym's clock", () => {
    expect(describeSaved(planned, null).text).toMatch(
      /^(2026年)?12月20日\(日\) 10:00 に公開されます。$/,
    );
  });
});

describe('an announcement draft', () => {
  const now = new Date('2026-03-03T15:30:00.000Z');

  const stored: StaffAnnouncement = {
    id: 1,
    content: '本文',
    publishAt: null,
    published: false,
    updatedAt: '2026-03-01T00:00:00.000Z',
    version: 1,
  };
  const planned: StaffAnnouncement = { ...stored, publishAt: '2026-03-10T01:30:00.000Z' };
  const published: StaffAnnouncement = {
    ...stored,
    publishAt: '2026-03-01T15:00:00.000Z',
    published: true,
  };

  describe('toDraft and toPublishAt', () => {
    it('proposes the next gym day', () => {
      expect(newDraft(now)).toEqual({
        title: '',
        text: '',
        timing: 'now',
        date: '2026-03-05',
        time: '10:00',
      });
    });

    it.each([
      [stored, 'draft', null],
      [planned, 'planned', planned.publishAt],
      [published, 'keep', published.publishAt],
    ] as const)('keeps the time of %j', (announcement, timing, publishAt) => {
      const draft = toDraft(announcement, now);
      expect(draft.timing).toBe(timing);
      expect(toPublishAt(draft, announcement)).toBe(publishAt);
      expect(isChanged(draft, announcement, now)).toBe(false);
    });

    it('reads the inputs on the clock of the gym', () => {
      expect(toDraft(planned, now)).toMatchObject({ date: '2026-03-10', time: '10:30' });
      const draft = {
        ...newDraft(now),
        timing: 'planned',
        date: '2031-01-01',
        time: '00:30',
      } as const;
      expect(toPublishAt(draft, null)).toBe('2030-12-31T15:30:00.000Z');
      expect(shownDay(draft, null, now)).toBe('2031-01-01');
    });

    it('keeps the minute of a planned time', () => {
      const times = fc.date({ min: now, max: new Date('2100-01-01'), noInvalidDate: true });
      fc.assert(
        fc.property(times, (time) => {
          time.setUTCSeconds(0, 0);
          const announcement = { ...stored, publishAt: time.toISOString() };
          expect(toPublishAt(toDraft(announcement, now), announcement)).toBe(
            announcement.publishAt,
          );
        }),
      );
    });

    it('publishes at once by the clock of the server: the sent time is past on every clock', () => {
      const sent = toPublishAt({ ...newDraft(now), title: 'タイトル' }, null);
      expect(sent).toBe('1970-01-01T00:00:00.000Z');
      expect(shownDay(newDraft(now), null, now)).toBe(toGymDay(now));
    });
  });

  describe('toContent', () => {
    it.each([
      ['年末年始の営業\n\n休まず営業します。', '年末年始の営業', '休まず営業します。'],
      ['年末年始の営業\n休まず営業します。', '年末年始の営業', '休まず営業します。'],
      ['年末年始の営業', '年末年始の営業', ''],
      // Members see only the beginning of a long first line as its title. Staff add a title with
      // the next change.
      ['あ'.repeat(50), '', 'あ'.repeat(50)],
    ])('the first line of %j is the title', (content, title, text) => {
      const draft = toDraft({ ...stored, content }, now);
      expect(draft).toMatchObject({ title, text });
      expect(isChanged(draft, { ...stored, content }, now)).toBe(false);
      expect(toContent(draft)).toBe([title, text].filter(Boolean).join('\n\n'));
    });
  });

  describe('findDraftErrors', () => {
    const draft = { ...newDraft(now), title: 'タイトル', timing: 'planned' } as const;

    it.each([
      ['', 'タイトルを入力してください'],
      [' 　', 'タイトルを入力してください'],
      ['あ'.repeat(41), 'タイトルは40文字以内で入力してください'],
      ['あ'.repeat(40), undefined],
    ])('requires a title that members see whole (%#)', (title, errorText) => {
      expect(findDraftErrors({ ...draft, title }, now).title).toBe(errorText);
    });

    it.each([
      ['', undefined],
      ['あ'.repeat(3961), '本文は3960文字以内で入力してください'],
      [`${'あ'.repeat(3960)}\n\n `, undefined],
    ])('limits the text so that it fits with its title (%#)', (text, errorText) => {
      expect(findDraftErrors({ ...draft, text }, now).text).toBe(errorText);
    });

    it.each([
      ['2026-03-04', '00:30', '公開日時には、これからの日時を入力してください'],
      ['2026-03-04', '00:31', undefined],
      ['', '10:00', '公開する日付と時刻を入力してください'],
      ['2026-03-05', '', '公開する日付と時刻を入力してください'],
      ['2026-02-30', '10:00', '公開する日付と時刻を入力してください'],
    ])('validates %s %s', (date, time, errorText) => {
      expect(findDraftErrors({ ...draft, date, time }, now).publishAt).toBe(errorText);
      expect(findDraftErrors({ ...draft, timing: 'draft', date, time }, now)).toEqual({});
    });
  });

  describe('isChanged', () => {
    it('compares text and publication, but not an unused time', () => {
      expect(isChanged(newDraft(now), null, now)).toBe(false);
      expect(isChanged({ ...newDraft(now), title: 'あ' }, null, now)).toBe(true);
      const draft = toDraft(published, now);
      expect(isChanged({ ...draft, date: '2030-01-01' }, published, now)).toBe(false);
      expect(isChanged({ ...draft, timing: 'draft' }, published, now)).toBe(true);
      expect(isChanged({ ...toDraft(planned, now), time: '10:31' }, planned, now)).toBe(true);
    });
  });
});
