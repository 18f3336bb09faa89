import type { Page } from '@playwright/test';

export const rows = (page: Page) =>
  page.getByRole('list', { name: '順位表' }).getByRole('listitem');
export const myPlace = (page: Page) => page.getByRole('region', { name: 'あなたの順位' });
export const hide = (page: Page) => page.getByRole('switch', { name: 'ランキングに掲載しない' });
