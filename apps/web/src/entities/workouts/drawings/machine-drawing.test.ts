import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { limb } from './drawing-kit.ts';
import { MachineDrawing } from './machine-drawing.tsx';

const draw = (workoutTypeId: number, size = 48) =>
  renderToStaticMarkup(createElement(MachineDrawing, { workoutTypeId, size }));
const redForce = /d="M[^"]+" stroke="var\(--color-secondary-red\)"/;

describe('MachineDrawing', () => {
  it.each(workoutTypes)('draws $name without an invalid number', ({ id }) => {
    expect(draw(id)).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('shows the force in red in a large drawing and in white in a list', () => {
    expect(draw(1, 136)).toMatch(redForce);
    expect(draw(1, 72)).not.toMatch(/red/);
    expect(draw(1, 72)).toMatch(/d="M[^"]+" stroke="#fff"/);
  });

  it('has a different picture for every type', () => {
    const pictures = workoutTypes.map(({ id }) => draw(id).replace(/data-[^>]+/, ''));
    expect(new Set(pictures).size).toBe(workoutTypes.length);
  });

  it('is hidden from screen readers, and reserves space for an unknown type', () => {
    expect(draw(1)).toContain('aria-hidden="true"');
    expect(draw(99)).toMatch(/width:3rem;height:3rem[^<]*><\/svg>/);
  });
});

it('draws a limb as one outline around both ends', () => {
  expect(limb([0, 0], 2, [10, 0], 2)).toBe('M0 -2L10 -2A2 2 0 0 1 10 2L0 2A2 2 0 1 1 0 -2z');
});
