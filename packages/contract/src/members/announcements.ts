import * as Type from 'typebox';
import { endpoint } from '#endpoint.ts';

export const Announcement = Type.Object({
  id: Type.Integer(),
  publishedDt: Type.String({ format: 'date' }),
  /** Plain text with line breaks. It contains URLs and paths of the app without markup. */
  content: Type.String(),
});
export type Announcement = Type.Static<typeof Announcement>;

export const listAnnouncements = endpoint({
  method: 'GET',
  url: '/informations',
  access: 'public',
  summary: 'The announcements, newest first',
  schema: { response: { 200: Type.Array(Announcement) } },
});
