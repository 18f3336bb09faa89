import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { findDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { Row, Stack } from '#ui/layout.tsx';
import { nextSearch } from './identity-search.ts';
import classes from './landing.module.css';

interface LandingProps {
  /** The one sentence about the product. Lines break after its commas. */
  readonly line: string;
  /** Path that the visitor wanted to open, which the registration keeps. */
  readonly next: string | null;
  /**
   * Whether the visitor came to sign in. A phone then shows the form alone.
   */
  readonly wantsForm: boolean;
  /** Called when the visitor chooses to sign in, after the form has been scrolled into view. */
  readonly onSignIn: () => void;
  /** The form. */
  readonly children: ReactNode;
}

/** Id of the form. Before hydration the link to it works as a link within the page. */
const formId = 'sign-in';

/**
 * Lays out the first screen of a visitor: the picture with two ways on fills a phone, with the form
 * below it. On a desktop both are side by side.
 */
export function Landing({ line, next, wantsForm, onSignIn, children }: LandingProps) {
  return (
    <div className={classes.page} data-split data-form={wantsForm || undefined}>
      <section className={classes.hero} aria-label="TANREN">
        <div className={classes.stage}>
          <SpotlitMachine />
        </div>
        <Stack gap={4} className={classes.words}>
          <p className={classes.name}>TANREN</p>
          <p className={classes.line}>
            {line.split(/(?<=、)/).map((phrase) => (
              <span key={phrase}>{phrase}</span>
            ))}
          </p>
        </Stack>
        <Row gap={12} className={classes.ways}>
          <Link
            to="/register"
            search={nextSearch(next)}
            className={primaryButtonLink}
            data-variant="default"
          >
            はじめる
          </Link>
          <a
            href={`#${formId}`}
            className={`${primaryButtonLink} ${classes.below}`}
            data-variant="default"
            onClick={(event) => {
              showForm(event);
              onSignIn();
            }}
          >
            ログイン
          </a>
        </Row>
      </section>
      <div id={formId} className={classes.form}>
        {children}
      </div>
    </div>
  );
}

/** Scrolls to the form without adding a position to the history. */
function showForm(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById(formId)?.scrollIntoView();
}

/** Id of the lat pulldown: a machine seen from the front, like a stage. */
const shownType = 4;

/** The bar of that machine without the arrow of its drawing, which would disturb the symmetry. */
const bar = 'M48 5v9M19 21l6-7h46l6 7';

/** Draws the machine under its light. It is sent as HTML, so its size comes from a class. */
function SpotlitMachine() {
  const drawing = findDrawing(shownType);
  if (drawing === null) return null;
  const body = {
    fill: '#fff',
    stroke: 'var(--surface-card)',
    strokeWidth: 2,
    paintOrder: 'stroke',
  } as const;
  return (
    <svg
      viewBox="0 0 96 96"
      className={classes.machine}
      fill="none"
      strokeWidth={2.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      focusable="false"
    >
      <path d={drawing.frame} stroke="#6e6e6e" />
      <path d={drawing.pads} fill="#6e6e6e" />
      <path d={drawing.body} {...body} />
      <path d={bar} stroke="var(--color-primary)" />
      <path d={drawing.near} {...body} />
    </svg>
  );
}
