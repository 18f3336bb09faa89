import { expect, test } from 'vitest';

import { type ForgeryEvidence, suspectsForgery } from './forgery-rule.ts';

const token = 'a'.repeat(43);
const page: ForgeryEvidence = {
  method: 'POST',
  origin: 'https://gym.example',
  secFetchSite: 'same-origin',
  cookies: `XSRF-TOKEN=${token}`,
  cookieToken: token,
  headerToken: token,
};
const program: ForgeryEvidence = {
  method: 'POST',
  origin: undefined,
  secFetchSite: undefined,
  cookies: undefined,
  cookieToken: undefined,
  headerToken: undefined,
};

test.each<[string, ForgeryEvidence, boolean]>([
  ['our page', page, false],
  ['our page, typed address', { ...page, secFetchSite: 'none' }, false],
  ['our page, old browser', { ...page, secFetchSite: undefined }, false],
  ['our page, PATCH', { ...page, method: 'PATCH' }, false],
  ['a program with a bearer token', program, false],
  ['reading from another site', { ...page, method: 'GET', secFetchSite: 'cross-site' }, false],
  ['HEAD from another site', { ...page, method: 'HEAD', headerToken: undefined }, false],
  ['another site', { ...page, secFetchSite: 'cross-site', headerToken: undefined }, true],
  ['another site that knows the token', { ...page, secFetchSite: 'cross-site' }, true],
  ['a sister domain that knows the token', { ...page, secFetchSite: 'same-site' }, true],
  ['nonsense in Sec-Fetch-Site', { ...page, secFetchSite: 'same-origin, none' }, true],
  ['header missing', { ...page, headerToken: undefined }, true],
  ['cookie missing', { ...page, cookies: undefined, cookieToken: undefined }, true],
  ['both empty', { ...page, cookieToken: '', headerToken: '' }, true],
  ['header wrong', { ...page, headerToken: 'b'.repeat(43) }, true],
  ['header longer', { ...page, headerToken: `${token}a` }, true],
  ['header shorter', { ...page, headerToken: token.slice(1) }, true],
  ['only Origin', { ...program, origin: 'https://evil.example' }, true],
  ['only Origin null', { ...program, origin: 'null' }, true],
  ['only Sec-Fetch-Site', { ...program, secFetchSite: 'same-origin' }, true],
  ['only some cookie', { ...program, cookies: 'theme=dark' }, true],
  ['an empty Origin', { ...program, origin: '' }, true],
])('%s', (_name, evidence, suspected) => {
  expect(suspectsForgery(evidence)).toBe(suspected);
});
