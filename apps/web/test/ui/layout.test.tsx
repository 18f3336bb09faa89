import { renderToStaticMarkup } from 'react-dom/server';
import { expect, onTestFinished, test } from 'vitest';
import { look, lookClass, looks, Note, Row, Stack, switches, Text } from '#ui/layout.tsx';

/** Shows an element in the page until the end of the test. */
function show(element: React.ReactElement): Element {
  const container = document.createElement('div');
  container.innerHTML = renderToStaticMarkup(element);
  document.body.append(container);
  onTestFinished(() => {
    container.remove();
  });
  const [shown] = container.children;
  if (shown === undefined) throw new Error('nothing was rendered');
  return shown;
}

test('every value of the look has a class', () => {
  const values = Object.entries(looks).flatMap(([name, all]) =>
    all.map((value) => [name, value] as const),
  );
  const missing = [...values, ...switches.map((name) => [name, true] as const)].filter(
    ([name, value]) => lookClass(name, value) === undefined,
  );
  expect(missing).toEqual([]);
});

test('a part has the look of its props and passes the other props on', () => {
  const part = show(
    <Row as="ul" gap={12} rowGap={4} align="center" quiet wrap={false} aria-label="行" />,
  );
  expect(part.tagName).toBe('UL');
  expect(part.getAttribute('aria-label')).toBe('行');
  expect(part.getAttributeNames()).toEqual(['aria-label', 'class']);
  expect(getComputedStyle(part)).toMatchObject({
    display: 'flex',
    columnGap: '12px',
    rowGap: '4px',
    alignItems: 'center',
    flexWrap: 'nowrap',
    color: 'rgb(189, 189, 189)',
    margin: '0px',
    padding: '0px',
    listStyleType: 'none',
  });
});

test('a class of a screen overrides the look, also when its style sheet comes first', () => {
  const sheet = document.createElement('style');
  sheet.textContent = '.screen { gap: 20px; }';
  document.head.prepend(sheet);
  onTestFinished(() => {
    sheet.remove();
  });
  const part = show(<Stack gap={12} className="screen" />);
  expect(getComputedStyle(part).gap).toBe('20px');
});

test('a link has the look of its names', () => {
  const link = show(
    <a href="/" className={look('row', 'gap-12', 'padding-8-16', 'above--8', 'bare')}>
      予約
    </a>,
  );
  expect(getComputedStyle(link)).toMatchObject({
    display: 'flex',
    columnGap: '12px',
    padding: '8px 16px',
    marginTop: '-8px',
    textDecorationLine: 'none',
  });
});

test('columns are below each other on a screen that is narrower than their width', () => {
  // The page of the tests is 390 px wide.
  const part = show(<Stack from={768} />);
  expect(getComputedStyle(part).gridTemplateColumns.split(' ')).toHaveLength(1);
});

test('a note is smaller and quieter than text', () => {
  const [text, note] = [show(<Text>文</Text>), show(<Note>文</Note>)].map((part) => {
    const { fontSize, color } = getComputedStyle(part);
    return { tag: part.tagName, fontSize, color };
  });
  expect(text).toEqual({ tag: 'P', fontSize: '16px', color: 'rgb(255, 255, 255)' });
  expect(note).toEqual({ tag: 'P', fontSize: '14px', color: 'rgb(189, 189, 189)' });
});
