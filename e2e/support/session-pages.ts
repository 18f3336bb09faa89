import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';

/** A word that no other test's sessions contain. */
export const newWord = () => `語${randomUUID().slice(0, 8)}`;

export const cards = (page: Page) => page.getByRole('main').getByRole('article');
export const titles = (page: Page) => cards(page).getByRole('heading');
export const heart = (page: Page, title = '') =>
  page.getByRole('main').getByRole('button', { name: `お気に入り「${title}` });
export const field = (page: Page) => page.getByRole('searchbox', { name: 'キーワード' });
export const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'セッションの一覧' }).getByRole('link', { name });
export const tags = (page: Page) => page.getByRole('navigation', { name: 'タグで絞り込む' });
export const searchAddress = (values: Record<string, string>) =>
  `/search-training-sessions?${new URLSearchParams(values).toString()}`;
