import { Link } from '@tanstack/react-router';
import { splitLinks, type TextPart } from './linked-text.ts';
import classes from './informations-screen.module.css';

/** Plain text with its line breaks; links in it can be followed. */
export function InformationText({ content }: { readonly content: string }) {
  return (
    <p className={classes.text}>
      {splitLinks(content).map((part) => (
        <TextPartView key={part.at} part={part} />
      ))}
    </p>
  );
}

function TextPartView({ part: { text, href } }: { readonly part: TextPart }) {
  if (href === null) return text;
  if (href.startsWith('/')) return <Link to={href}>{text}</Link>;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
}
