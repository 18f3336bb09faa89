import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { SubmitButton } from '#ui/forms/form-page.tsx';

test('of a prerendered form it says that it is loading until the app has taken over', async () => {
  const button = <SubmitButton busy={false}>ログイン</SubmitButton>;
  const container = document.createElement('div');
  container.innerHTML = renderToString(button);
  document.body.append(container);
  const shown = page.getByRole('button');
  await expect.element(shown).toHaveTextContent('読み込み中…');
  await expect.element(shown).toHaveAttribute('aria-busy', 'true');
  await expect.element(shown).toHaveAttribute('type', 'button');
  const root = hydrateRoot(container, button);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  await expect.element(shown).toHaveTextContent('ログイン');
  await expect.element(shown).toHaveAttribute('aria-busy', 'false');
  await expect.element(shown).toHaveAttribute('type', 'submit');
});
