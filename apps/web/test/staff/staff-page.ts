import { listAuditLog } from '@tanren/contract/staff/staff-audit-log';
import { openBoardChannel } from '@tanren/contract/booking/staff-board';
import { listStaffAnnouncements } from '@tanren/contract/members/staff-announcements';
import { listRejectedMessages, listStaffMachines } from '@tanren/contract/machines/staff-machines';
import {
  listMembershipRequests,
  listMemberships,
  listMembershipsOfMember,
} from '@tanren/contract/memberships/staff-memberships';
import { getMembershipDues } from '@tanren/contract/memberships/staff-dues';
import { listStaffReports } from '@tanren/contract/menus/staff-menu-reports';
import { page } from 'vitest/browser';
import { sampleMembershipDues } from '#test/samples/dues.ts';
import { answerByDefault, rejectWith } from '#test/support/answers.ts';
import { renderPage } from '#test/support/render.tsx';

const nothing = { items: [], nextCursor: null };

/** Answers the staff calls of a gym without any data. */
function answerUsualStaffCalls(): void {
  answerByDefault(listStaffAnnouncements, nothing);
  answerByDefault(listStaffMachines, { items: [], nextCursor: null });
  answerByDefault(listStaffReports, nothing);
  answerByDefault(listRejectedMessages, nothing);
  answerByDefault(listAuditLog, nothing);
  answerByDefault(listMembershipRequests, nothing);
  answerByDefault(listMemberships, nothing);
  answerByDefault(listMembershipsOfMember, []);
  answerByDefault(getMembershipDues, sampleMembershipDues());
  // The board polls when there is no channel.
  answerByDefault(openBoardChannel, rejectWith(404, 'not_found'));
}

/** Screen sizes of staff: a phone, a tablet and a desktop. */
export const staffSizes = {
  phone: [390, 844],
  tablet: [820, 1180],
  'wide tablet': [1180, 820],
  desktop: [1280, 800],
} as const;

/** Opens a page of staff on a tablet. */
export async function openAsStaff(path: string, history: readonly string[] = []) {
  await page.viewport(...staffSizes.tablet);
  answerUsualStaffCalls();
  return renderPage(path, { session: { groups: ['staff'] }, history });
}

export const alertDialog = () => page.getByRole('alertdialog');
export const dialog = () => page.getByRole('dialog');

/** The panel for a form that two people changed at once. */
export const conflictPanel = () =>
  page.getByRole('region', { name: 'ほかのスタッフが内容を変更しています' });

export const staffMenu = () => page.getByRole('navigation', { name: 'スタッフメニュー' });
