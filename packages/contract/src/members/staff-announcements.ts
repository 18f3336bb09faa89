import * as Type from 'typebox';
import { closedObject, endpoint, pageOf, pageQuery } from '#endpoint.ts';

const Instant = Type.String({ format: 'date-time', maxLength: 40 });
const params = closedObject({
  informationId: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
});

export const StaffAnnouncement = Type.Object({
  id: Type.Integer(),
  content: Type.String(),
  /** `null` for a draft. The announcement is published by itself at a time in the future. */
  publishAt: Type.Union([Instant, Type.Null()]),
  published: Type.Boolean(),
  updatedAt: Instant,
  version: Type.Integer(),
});
export type StaffAnnouncement = Type.Static<typeof StaffAnnouncement>;

const contentFields = {
  /**
   * Plain text with line breaks. The domain counts its characters; the limit here only rejects huge
   * texts.
   */
  content: Type.String({ minLength: 1, maxLength: 16_000 }),
  publishAt: Type.Union([Instant, Type.Null()]),
};
const AnnouncementContent = Type.Object(contentFields);
/** Fields of an announcement that staff edit. */
export type AnnouncementContent = Type.Static<typeof AnnouncementContent>;

export const listStaffAnnouncements = endpoint({
  method: 'GET',
  url: '/staff/informations',
  access: 'staff',
  summary: 'All announcements: drafts first, then the latest publication first',
  schema: { querystring: closedObject(pageQuery), response: { 200: pageOf(StaffAnnouncement) } },
});

export const createAnnouncement = endpoint({
  method: 'POST',
  url: '/staff/informations',
  access: 'staff',
  summary: 'Writes an announcement; repeatable by its draft id',
  schema: {
    body: closedObject({
      ...contentFields,
      draftId: Type.String({ format: 'uuid', maxLength: 36 }),
    }),
    response: { 201: StaffAnnouncement },
  },
});

export const updateAnnouncement = endpoint({
  method: 'PUT',
  url: '/staff/informations/:informationId',
  access: 'staff',
  summary: 'Changes an announcement; 409 stale_version when somebody else did meanwhile',
  schema: {
    params,
    body: closedObject({
      ...contentFields,
      version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    }),
    response: { 200: StaffAnnouncement },
  },
});

export const deleteAnnouncement = endpoint({
  method: 'DELETE',
  url: '/staff/informations/:informationId',
  access: 'staff',
  summary: 'Takes an announcement away',
  schema: { params, response: { 204: Type.Null() } },
});
