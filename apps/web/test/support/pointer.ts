import { expect, vi } from 'vitest';
import { cdp, type Locator, page } from 'vitest/browser';

interface MouseEventOfBrowser {
  readonly type: 'mouseMoved' | 'mousePressed' | 'mouseReleased';
  readonly x: number;
  readonly y: number;
  readonly button?: 'left';
  readonly buttons?: number;
  readonly clickCount?: number;
}

const browser = () =>
  cdp() as unknown as { send(method: `Input.${string}`, values: object): Promise<unknown> };

/** The browser's own pointer, in the coordinates of the whole window. */
export async function sendMouse(...events: readonly MouseEventOfBrowser[]): Promise<void> {
  // They arrive in this order; waiting for each would take a frame each.
  await Promise.all(events.map((event) => browser().send('Input.dispatchMouseEvent', event)));
}

/** A finger, at a place of the page; without one it is lifted. */
export async function sendTouch(
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  at?: { readonly x: number; readonly y: number },
): Promise<void> {
  const touchPoints = at === undefined ? [] : [toWindow(at)];
  await browser().send('Input.dispatchTouchEvent', { type, touchPoints });
}

const press = { button: 'left', clickCount: 1 } as const;

/** Stops the time of what animates: on a busy computer, taps come later than a test sends them. */
function holdAnimations() {
  const held: Animation[] = [];
  const animate = Reflect.get(Element.prototype, 'animate');
  const spy = vi.spyOn(Element.prototype, 'animate').mockImplementation(function (
    this: Element,
    ...given: Parameters<Element['animate']>
  ) {
    const animation = animate.apply(this, given);
    animation.pause();
    held.push(animation);
    return animation;
  });
  return {
    advance: (ms: number) => {
      for (const animation of held) animation.currentTime = Number(animation.currentTime) + ms;
    },
    release: () => {
      spy.mockRestore();
      for (const animation of held) animation.play();
    },
  };
}

/**
 * Two taps of one finger at the same place, whatever is there when the second one comes. `between`
 * waits for what the first one leads to, which takes no time of the gap.
 */
export async function tapTwiceAt(
  target: Locator,
  gapMs: number,
  between: () => Promise<void> = waitForTask,
): Promise<void> {
  const element = await findReady(target);
  if (element === null) throw new Error('there is nothing to tap');
  // Taps on a control that has just appeared are ignored.
  await expect.poll(() => findPoint(element)).not.toBeNull();
  const at = (await findPoint(element)) ?? { x: 0, y: 0 };
  const tap = [
    { type: 'mousePressed', buttons: 1, ...at, ...press },
    { type: 'mouseReleased', buttons: 0, ...at, ...press },
  ] as const;
  const animations = holdAnimations();
  await sendMouse({ type: 'mouseMoved', ...at }, ...tap);
  await between();
  animations.advance(gapMs);
  await sendMouse(...tap);
  animations.release();
}

/** The page is a frame of the window. */
function toWindow({ x, y }: { readonly x: number; readonly y: number }) {
  const frame = frameElement?.getBoundingClientRect();
  return { x: x + (frame?.x ?? 0), y: y + (frame?.y ?? 0) };
}

type Action = (this: Locator, ...given: never[]) => Promise<void>;
const locators = Object.getPrototypeOf(page.getByRole('main')) as Record<'click' | 'fill', Action>;
const ofRunner = { click: locators.click, fill: locators.fill };

const longestWait = 10_000;
/** The browser's own, also where a test has put its own clock in place. */
const nextFrame = requestAnimationFrame.bind(window);
const realNow = performance.now.bind(performance);
const waitForFrame = () => new Promise((resolve) => nextFrame(resolve));
const realSetTimeout = setTimeout.bind(window);
const waitForTask = () => new Promise<void>((resolve) => realSetTimeout(resolve));

/** The element, or a label that stands for it. */
function isHit(element: Element, hit: EventTarget | null): boolean {
  if (!(hit instanceof Element)) return false;
  return element.contains(hit) || hit.closest('label')?.control === element;
}

function isReady(element: Element): boolean {
  return (
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest(':disabled, [aria-disabled="true"]') === null
  );
}

/** The locator's one element once it can be used; null: none, or more than one. */
async function findReady(locator: Locator): Promise<HTMLElement | SVGElement | null> {
  const until = realNow() + longestWait;
  do {
    const elements = locator.elements();
    const [element] = elements;
    if (elements.length > 1) return null;
    if (element && isReady(element)) return element;
    await waitForFrame();
  } while (realNow() < until);
  return null;
}

/** The middle of an element that stays where it is and is covered by nothing. */
async function findPoint(element: Element): Promise<{ x: number; y: number } | null> {
  let before: DOMRect | null = null;
  for (let looks = 0; looks < 60; looks += 1) {
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const box = element.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (box.x === before?.x && box.y === before.y && box.width === before.width) {
      if (!isHit(element, document.elementFromPoint(x, y))) return null;
      return toWindow({ x, y });
    }
    before = box;
    await waitForFrame();
  }
  return null;
}

/** Whether the click arrived where it was meant to; elsewhere it does nothing. */
async function clickAt(element: Element, at: { x: number; y: number }): Promise<boolean> {
  const seen = { pressed: null as boolean | null, clicked: false };
  const watch = (event: Event) => {
    seen.pressed ??= isHit(element, event.target);
    if (seen.pressed) {
      if (event.type === 'click') seen.clicked = true;
    } else {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
  for (const type of types) addEventListener(type, watch, { capture: true });
  await sendMouse(
    { type: 'mouseMoved', ...at },
    { type: 'mousePressed', buttons: 1, ...at, ...press },
    { type: 'mouseReleased', buttons: 0, ...at, ...press },
  );
  for (const type of types) removeEventListener(type, watch, { capture: true });
  return seen.clicked || (seen.pressed === true && !element.isConnected);
}

async function click(this: Locator, ...options: never[]): Promise<void> {
  const element = options.length === 0 ? await findReady(this) : null;
  const at = element && (await findPoint(element));
  if (element && at && (await clickAt(element, at))) return;
  await ofRunner.click.apply(this, options);
}

/** Old, and still the only way to type from inside: with the events and bounds of the browser. */
const editor = document as unknown as {
  execCommand(command: 'insertText' | 'delete', dialog: false, text: string): boolean;
};

const typed = ['text', 'search', 'email', 'tel', 'url', 'password', 'textarea'];

function isTyped(element: Element | null): element is HTMLInputElement | HTMLTextAreaElement {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isField && typed.includes(element.type) && !element.readOnly;
}

/** As if pasted over what is there; what is no text is left to the runner. */
async function fill(this: Locator, ...given: never[]): Promise<void> {
  const [text, ...options] = given as unknown as [string, ...unknown[]];
  const element = options.length === 0 ? await findReady(this) : null;
  if (!isTyped(element)) {
    await ofRunner.fill.apply(this, given);
    return;
  }
  element.focus();
  element.select();
  // Nobody types in the moment of coming: what leaving the field before brings about is done first.
  await waitForTask();
  editor.execCommand(text === '' ? 'delete' : 'insertText', false, text);
  await waitForTask();
}

/**
 * The runner's pointer is another process that asks the page a dozen things before each click, a
 * tenth of a second. Here the page finds the place itself and only the events come from outside:
 * they are the browser's own, on what is visible, enabled, at rest and uncovered. Whatever is not
 * like that is left to the runner, which says why it fails.
 */
export function pointFromInside(): void {
  Object.assign(locators, { click, fill });
}
