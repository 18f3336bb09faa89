import { type ComponentPropsWithRef, createElement, type JSX } from 'react';
import classes from './layout.module.css';

/** Values of the look of an element. Each one has a class in the module. Lengths are in px. */
export const looks = {
  /** Width of the screen from which the children of `Columns` are in two columns. */
  from: [640, 768, 1024],
  /** Distance between children. */
  gap: [4, 6, 8, 12, 16, 24, 32],
  /** Distance between lines, when it differs from `gap`. */
  rowGap: [0, 4, 8],
  /** Position of children across their line. */
  align: ['start', 'center', 'baseline'],
  /** Position of children along a row, or within the width of a stack. */
  justify: ['start', 'center', 'between'],
  padding: [12, 16, '0 16', '12 16'],
  /** Distance to the element above. */
  above: [4, 8, 12],
  /** Font size. */
  size: [12, 14, 16, 20, 28],
  weight: [400, 500, 700],
  /** Line height: 1.4, 1.5 or 1.6. It is 1.75 by default. */
  leading: ['tight', 'snug', 'loose'],
} as const;

export const switches = [
  /** Display of a row within a line of text. */
  'inline',
  /** Display of a `span` on a line of its own. */
  'block',
  /** Lets children of a row move to the next line. */
  'wrap',
  /** Puts the lines of a stack that is higher than its content at the top. */
  'top',
  /** Takes the rest of the row. */
  'grow',
  /** Keeps the width of the content in a row that is too narrow. */
  'fixed',
  /** Allows a width below that of the longest word. */
  'shrinks',
  /** Shows a line between children. */
  'divided',
  /** Shows the surface of a card. */
  'card',
  /** Shows text in the secondary colour. */
  'quiet',
  'centered',
  'nowrap',
] as const;

type Look = {
  readonly [Name in keyof typeof looks]?: (typeof looks)[Name][number];
} & { readonly [Name in (typeof switches)[number]]?: boolean };

type Tag = keyof JSX.IntrinsicElements;

type PartProps<T extends Tag> = Look & { readonly as?: T } & Omit<
    ComponentPropsWithRef<T>,
    keyof Look
  >;

const lookNames = new Set<string>([...Object.keys(looks), ...switches]);

/** Returns the class of one value, such as `gap-12` or `quiet`. */
export function lookClass(name: string, value: string | number | true): string | undefined {
  return classes[value === true ? name : `${name}-${value}`.replaceAll(' ', '-')];
}

function renderPart(kind: string | undefined, tag: Tag, props: object) {
  const names = [kind];
  const others: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(props) as [string, string | number | boolean][]) {
    if (!lookNames.has(name)) others[name] = value;
    else if (value !== false) names.push(lookClass(name, value));
  }
  const { className, ...attributes } = others;
  if (typeof className === 'string') names.push(className);
  return createElement(tag, { ...attributes, className: names.join(' ') });
}

/** Lays out children below each other. */
export function Stack<T extends Tag = 'div'>({ as, ...props }: PartProps<T>) {
  return renderPart(classes.stack, as ?? 'div', props);
}

/** Lays out children below each other, and in two equal columns `from` a width of the screen. */
export const Columns = Stack;

/** Lays out children beside each other. */
export function Row<T extends Tag = 'div'>({ as, ...props }: PartProps<T>) {
  return renderPart(classes.row, as ?? 'div', props);
}

/** Shows children as blocks and text, without margins of its own. */
export function Box<T extends Tag = 'div'>({ as, ...props }: PartProps<T>) {
  return renderPart(classes.box, as ?? 'div', props);
}

/** Shows a list without marks. */
export function List<T extends Tag = 'ul'>({ as, ...props }: PartProps<T>) {
  return renderPart(classes.box, as ?? 'ul', props);
}

/** Shows a paragraph, or another element of text, without margins of its own. */
export function Text<T extends Tag = 'p'>({ as, ...props }: PartProps<T>) {
  return renderPart(classes.text, as ?? 'p', props);
}

/** Shows an explanation or a detail: small and in the secondary colour. */
export function Note<T extends Tag = 'p'>({ as, ...props }: PartProps<T>) {
  return renderPart(`${classes.text} ${classes.note}`, as ?? 'p', props);
}
