import axe from 'axe-core';

/** Looks, as `describe` returns them, that axe need not check again. */
const checkedLooks = new Set<string>();

/** Returns whether the element is disabled, or is the label of a disabled control. */
function isDisabled(element: Element): boolean {
  const control = element.closest('label')?.control ?? element;
  return control.closest(':disabled, [aria-disabled="true"]') !== null;
}

/**
 * Describes everything that affects the contrast of an element's text: its style and its
 * background.
 */
function describe(element: Element, grounds: Map<Element, string>): string {
  const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
  // Axe skips empty fields, which have no text, and disabled controls, which may be pale.
  const empty = 'value' in element && element.value === '';
  const look = [color, fontSize, fontWeight, textShadow, isDisabled(element), empty].join(' ');
  return `${look} on ${describeGround(element, grounds)}`;
}

/** Paint of a transparent element. */
const clear = 'rgba(0, 0, 0, 0) none 1';

function describeGround(element: Element, grounds: Map<Element, string>): string {
  const known = grounds.get(element);
  if (known !== undefined) return known;
  const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
  const { parentElement: parent } = element;
  const below = parent === null ? '' : describeGround(parent, grounds);
  const paint = `${backgroundColor} ${backgroundImage} ${opacity}`;
  // An element outside of the flow may be on top of something that is not its parent.
  const place = position === 'static' ? '' : `${position} ${element.className}`;
  const ground = paint === clear && place === '' ? below : `${paint} ${place} < ${below}`;
  grounds.set(element, ground);
  return ground;
}

/** Returns the elements that have their own text, and the fields. */
function listTexts(context: Document | Element): Element[] {
  const all = [...(context instanceof Element ? [context] : []), ...context.querySelectorAll('*')];
  return all.filter((element) => {
    const isField = element.matches('input, select, textarea');
    const hasText = [...element.childNodes].some(
      (node) => node instanceof Text && node.data.trim() !== '',
    );
    return (isField || hasText) && element.checkVisibility();
  });
}

/** Marks the texts whose contrast axe checks. */
const mark = 'data-new-look';
axe.configure({
  rules: [{ id: 'color-contrast', selector: `[${mark}]` }],
  // Nobody reads the HTML of the results, and it takes time to write.
  noHtml: true,
});

/**
 * Selects the texts whose contrast the next run of axe checks. It took two thirds of its time for
 * repeated checks of the same style on the same background, so each look is checked only until axe
 * has called it readable or left it out. `finish` takes the results that are not passes.
 */
export function markNewLooks(context: Document | Element) {
  const grounds = new Map<Element, string>();
  const looks = new Map<string, Element>();
  for (const text of listTexts(context)) {
    const look = describe(text, grounds);
    if (!checkedLooks.has(look) && !looks.has(look)) looks.set(look, text);
  }
  for (const text of looks.values()) text.setAttribute(mark, '');
  return {
    finish: (results: readonly axe.Result[]) => {
      for (const text of looks.values()) text.removeAttribute(mark);
      const found = results.filter(({ id }) => id === 'color-contrast');
      const elements = found.flatMap(({ nodes }) => nodes.map(({ element }) => element));
      const open = new Set<Element | undefined>(elements);
      for (const [look, text] of looks) if (!open.has(text)) checkedLooks.add(look);
    },
  };
}
