import axe from 'axe-core';

/** Texts on their grounds that need not be judged again, as `describe` tells them. */
const settled = new Set<string>();

/** Whether it cannot be used, or is the label of what cannot. */
function isDisabled(element: Element): boolean {
  const control = element.closest('label')?.control ?? element;
  return control.closest(':disabled, [aria-disabled="true"]') !== null;
}

/** Everything that makes an element's text readable or not: its own look, and what lies behind it. */
function describe(element: Element, grounds: Map<Element, string>): string {
  const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
  // An empty field has nothing to read, and what cannot be used may be pale: axe leaves them out.
  const empty = 'value' in element && element.value === '';
  const look = [color, fontSize, fontWeight, textShadow, isDisabled(element), empty].join(' ');
  return `${look} on ${describeGround(element, grounds)}`;
}

/** The paint of an element that shows what is behind it. */
const clear = 'rgba(0, 0, 0, 0) none 1';

function describeGround(element: Element, grounds: Map<Element, string>): string {
  const known = grounds.get(element);
  if (known !== undefined) return known;
  const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
  const { parentElement: parent } = element;
  const below = parent === null ? '' : describeGround(parent, grounds);
  const paint = `${backgroundColor} ${backgroundImage} ${opacity}`;
  // What is taken out of the flow may lie on something that is not around it.
  const place = position === 'static' ? '' : `${position} ${element.className}`;
  const ground = paint === clear && place === '' ? below : `${paint} ${place} < ${below}`;
  grounds.set(element, ground);
  return ground;
}

/** Elements with a text of their own, and fields. */
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

/**
 * What axe finds against the contrast of texts. Two thirds of its time went there, over and over
 * for the same words on the same ground: it judges each look once, until it has called it readable
 * or left it out.
 */
export async function findPaleTexts(context: Document | Element): Promise<axe.Result[]> {
  const grounds = new Map<Element, string>();
  const looks = new Map<string, Element>();
  for (const text of listTexts(context)) {
    const look = describe(text, grounds);
    if (!settled.has(look) && !looks.has(look)) looks.set(look, text);
  }
  if (looks.size === 0) return [];
  const { incomplete, violations } = await axe.run(
    { include: [...looks.values()] },
    {
      runOnly: ['color-contrast'],
      resultTypes: ['incomplete', 'violations'],
      elementRef: true,
      iframes: false,
      preload: false,
    },
  );
  const found = [...incomplete, ...violations].flatMap(({ nodes }) => nodes);
  const open = new Set<Element | undefined>(found.map(({ element }) => element));
  for (const [look, text] of looks) if (!open.has(text)) settled.add(look);
  return violations;
}
