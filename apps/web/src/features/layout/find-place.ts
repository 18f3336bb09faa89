import { navigation } from './navigation.ts';

/** Where those who work here are at work; the other places are everybody's. */
const workPlaces = ['/trainer', '/staff'] as const;

export type Place = (typeof navigation)[number]['to'] | (typeof workPlaces)[number];

/** The place whose mark a page carries; null: a page on the way in, or none at all. */
export function findPlace(pathname: string): Place | null {
  const beginning = pathname.split('/', 2)[1] ?? '';
  return (
    navigation.find(({ beginnings }) => beginnings.some((one) => one === beginning))?.to ??
    workPlaces.find((place) => place === `/${beginning}`) ??
    null
  );
}
