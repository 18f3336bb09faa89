import type { AnnouncementContent } from '@tanren/contract/members/staff-announcements';

/** Names of the fields of an announcement in the editor's errors and in the audit log. */
export const announcementFieldNames: Readonly<Record<keyof AnnouncementContent, string>> = {
  content: '本文',
  publishAt: '公開日時',
};
