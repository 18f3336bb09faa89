import axe from 'axe-core';

/** Texts on their grounds that axe has found readable, as `describe` tells them. */
const readable = new Set<string>();

/** Whether it may be pale: axe leaves out what cannot be used, with its label. */
function isDisabled(element: Element): boolean {
  const control = element.closest('label')?.control ?? element;
  return control.closest(':disabled, [aria-disabled="true"]') !== null;
}

/** Everything that makes an element's text readable or not: its own look, and what lies behind it. */
function describe(element: Element, grounds: Map<Element, string>): string {
  const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
  const look = [color, fontSize, fontWeight, textShadow, isDisabled(element)].join(' ');
  return `${look} on ${describeGround(element, grounds)}`;
}

function describeGround(element: Element, grounds: Map<Element, string>): string {
  const known = grounds.get(element);
  if (known !== undefined) return known;
  const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
  const own = [element.tagName, element.className, backgroundColor, backgroundImage, opacity];
  const { parentElement: parent } = element;
  const below = parent === null ? '' : describeGround(parent, grounds);
  const ground = `${own.join(' ')} ${position} < ${below}`;
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
 * for the same words on the same ground: it judges each look once, until it has called it readable.
 */
export async function findPaleTexts(context: Document | Element): Promise<axe.Result[]> {
  const grounds = new Map<Element, string>();
  const unknown = listTexts(context).filter((text) => !readable.has(describe(text, grounds)));
  if (unknown.length === 0) return [];
  const { passes, violations } = await axe.run(
    { include: unknown },
    {
      runOnly: ['color-contrast'],
      resultTypes: ['passes', 'violations'],
      elementRef: true,
      iframes: false,
      preload: false,
    },
  );
  for (const { element } of passes.flatMap(({ nodes }) => nodes)) {
    if (element) readable.add(describe(element, grounds));
  }
  return violations;
}
