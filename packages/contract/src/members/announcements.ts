import * as Type from 'typebox';
import { endpoint } from '#endpoint.ts';

export const Information = Type.Object({
  id: Type.Integer(),
  publishedDt: Type.String({ format: 'date' }),
  /** Plain text with line breaks. It contains URLs and paths of the app without markup. */
  content: Type.String(),
});
export type Information = Type.Static<typeof Information>;

export const listInformations = endpoint({
  method: 'GET',
  url: '/informations',
  access: 'public',
  summary: 'The announcements, newest first',
  schema: { response: { 200: Type.Array(Information) } },
});
