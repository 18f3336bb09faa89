import { Link, type LinkProps } from '@tanstack/react-router';
import { createElement, Fragment } from 'react';
import type { PageText } from './page-document.ts';
import { readLinks, type TextLink } from './page-text.ts';

/** An anchor is left to the browser, which also moves the focus there; a path is the router's. */
function DocumentLink({ words, href }: TextLink) {
  if (href.startsWith('#')) return <a href={href}>{words}</a>;
  const [path = '', hash] = href.split('#');
  return (
    <Link to={path as NonNullable<LinkProps['to']>} {...(hash === undefined ? {} : { hash })}>
      {words}
    </Link>
  );
}

export function DocumentText({ text }: { readonly text: PageText }) {
  const parts = readLinks(text).map((part) =>
    typeof part === 'string' ? part : <DocumentLink key={part.href} {...part} />,
  );
  // As arguments the parts of a fixed text need no keys.
  return createElement(Fragment, null, ...parts);
}
