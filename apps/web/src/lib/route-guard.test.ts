import type { UpdatableStaticRouteOption } from '@tanstack/react-router';
import { expectTypeOf, it } from 'vitest';
import type { PageDeclaration } from './route-guard.ts';

// Checked by the compiler: a route without its declaration is an error.
it('every route must declare access level, layout and title', () => {
  expectTypeOf<{ staticData: PageDeclaration }>().toExtend<UpdatableStaticRouteOption>();
  expectTypeOf<object>().not.toExtend<UpdatableStaticRouteOption>();
  expectTypeOf<{
    staticData: Omit<PageDeclaration, 'access'>;
  }>().not.toExtend<UpdatableStaticRouteOption>();
  expectTypeOf<{
    staticData: Omit<PageDeclaration, 'layout'>;
  }>().not.toExtend<UpdatableStaticRouteOption>();
});
