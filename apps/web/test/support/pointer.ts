import { expect, vi } from 'vitest';
import { cdp, type Locator, page } from 'vitest/browser';
import shields from '#ui/tap-shield.module.css';

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

/** Sends events of the browser's own pointer, in coordinates of the window. */
export async function sendMouse(...events: readonly MouseEventOfBrowser[]): Promise<void> {
  // The events arrive in this order. Waiting for each would take a frame each.
  await Promise.all(events.map((event) => browser().send('Input.dispatchMouseEvent', event)));
}

/** Sends a touch at a position of the page, or lifts the finger without one. */
export async function sendTouch(
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  at?: { readonly x: number; readonly y: number },
): Promise<void> {
  const touchPoints = at === undefined ? [] : [toWindow(at)];
  await browser().send('Input.dispatchTouchEvent', { type, touchPoints });
}

const press = { button: 'left', clickCount: 1 } as const;

/** Pauses animations, because on a busy computer taps arrive later than the test sends them. */
function pauseAnimations() {
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
 * Taps twice at the same place, even if something else is there at the second tap. `between` waits
 * for the result of the first tap and does not count towards the gap.
 */
export async function tapTwiceAt(
  target: Locator,
  gapMs: number,
  between: () => Promise<void> = waitForTask,
): Promise<void> {
  const element = await findReady(target);
  if (element === null) throw new Error('there is nothing to tap');
  // Taps on a control that has just appeared are ignored, so this waits until it can be tapped.
  await expect.poll(() => findPoint(element)).not.toBeNull();
  const at = (await findPoint(element)) ?? { x: 0, y: 0 };
  const tap = [
    { type: 'mousePressed', buttons: 1, ...at, ...press },
    { type: 'mouseReleased', buttons: 0, ...at, ...press },
  ] as const;
  const animations = pauseAnimations();
  await sendMouse({ type: 'mouseMoved', ...at }, ...tap);
  await between();
  animations.advance(gapMs);
  await sendMouse(...tap);
  animations.release();
}

/** Converts coordinates of the page, which is a frame, to those of the window. */
function toWindow({ x, y }: { readonly x: number; readonly y: number }) {
  const frame = frameElement?.getBoundingClientRect();
  return { x: x + (frame?.x ?? 0), y: y + (frame?.y ?? 0) };
}

type Action = (this: Locator, ...given: never[]) => Promise<void>;
const locators = Object.getPrototypeOf(page.getByRole('main')) as Record<'click' | 'fill', Action>;
const ofRunner = { click: locators.click, fill: locators.fill };

const longestWait = 10_000;
/** The browser's own functions, even when a test replaces the clock. */
const nextFrame = requestAnimationFrame.bind(window);
const realNow = performance.now.bind(performance);
const waitForFrame = () => new Promise((resolve) => nextFrame(resolve));
const realSetTimeout = setTimeout.bind(window);
const waitForTask = () => new Promise<void>((resolve) => realSetTimeout(resolve));
/** Finding an element by its role looks at the whole page, so this pause is as long as a poll's. */
const pauseBetweenLooks = () => new Promise<void>((resolve) => realSetTimeout(resolve, 50));

/** Returns whether the event hit the element or a label of it. */
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

/**
 * Returns the only element of the locator once it can be used, or `null` if there is none or more
 * than one.
 */
async function findReady(locator: Locator): Promise<HTMLElement | SVGElement | null> {
  const until = realNow() + longestWait;
  do {
    const elements = locator.elements();
    const [element] = elements;
    if (elements.length > 1) return null;
    if (element && isReady(element)) return element;
    await pauseBetweenLooks();
  } while (realNow() < until);
  return null;
}

/**
 * Removes the shields against double taps before their time is over. People take longer between two
 * taps than a test, which would wait for half a second.
 */
export function endTapShields(): void {
  for (const shield of document.querySelectorAll(`.${shields['shield']}`)) shield.remove();
}

/** Returns the centre of the element once it does not move and is not covered. */
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

/**
 * Returns the point of an element that was covered, by a bar at the edge of the screen or by a
 * shield that has just appeared. The runner would find it too, but takes a second.
 */
async function findPointInMiddle(element: Element): Promise<{ x: number; y: number } | null> {
  endTapShields();
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  return await findPoint(element);
}

/** Clicks and returns whether the click hit the element. A click elsewhere has no effect. */
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
  // The next page would be prefetched if one of its links were below the pointer. The event needs a
  // frame, which nobody waits for.
  void sendMouse({ type: 'mouseMoved', x: 0, y: 0 });
  for (const type of types) removeEventListener(type, watch, { capture: true });
  return seen.clicked || (seen.pressed === true && !element.isConnected);
}

async function click(this: Locator, ...options: never[]): Promise<void> {
  const element = options.length === 0 ? await findReady(this) : null;
  endTapShields();
  const at = element && ((await findPoint(element)) ?? (await findPointInMiddle(element)));
  if (element && at && (await clickAt(element, at))) return;
  await ofRunner.click.apply(this, options);
}

/**
 * The deprecated `execCommand` is the only way to type from inside the page with the events and
 * limits of the browser.
 */
const editor = document as unknown as {
  execCommand(command: 'insertText' | 'delete', dialog: false, text: string): boolean;
};

const typed = ['text', 'search', 'email', 'tel', 'url', 'password', 'textarea'];

function isTyped(element: Element | null): element is HTMLInputElement | HTMLTextAreaElement {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isField && typed.includes(element.type) && !element.readOnly;
}

/** Replaces the text of a field as if pasted. Other inputs are left to the runner. */
async function fill(this: Locator, ...given: never[]): Promise<void> {
  const [text, ...options] = given as unknown as [string, ...unknown[]];
  const element = options.length === 0 ? await findReady(this) : null;
  if (!isTyped(element)) {
    await ofRunner.fill.apply(this, given);
    return;
  }
  element.focus();
  element.select();
  // People do not type in the moment of focusing a field, so the effects of leaving the previous
  // one come first.
  await waitForTask();
  editor.execCommand(text === '' ? 'delete' : 'insertText', false, text);
  await waitForTask();
}

/**
 * Lets the page itself find the target of a click. The runner's pointer is another process that
 * queries the page a dozen times before each click, a tenth of a second. The events are still the
 * browser's own, on elements that are visible, enabled, at rest and uncovered. Everything else is
 * left to the runner, which reports why it fails.
 */
export function pointFromInside(): void {
  Object.assign(locators, { click, fill });
}
