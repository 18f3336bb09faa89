const ranges =
  /翌?[\d:.,]+〜翌?[\d:.,]*(?:kg|セット|回|日|分|秒|歳)?|[月火水木金土]〜[火水木金土日]曜日/g;

interface TextPart {
  readonly text: string;
  readonly isRange: boolean;
  /** Offset of the part in the whole text. It serves as the React key. */
  readonly at: number;
}

/** Splits `12月3日(火) 19:00〜20:00` into a date and a range. */
export function splitRanges(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: range, index } of text.matchAll(ranges)) {
    if (index > end) parts.push({ text: text.slice(end, index), isRange: false, at: end });
    parts.push({ text: range, isRange: true, at: index });
    end = index + range.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isRange: false, at: end });
  return parts;
}

/** Shows a text whose lines never break inside a range. */
export function Unbroken({ text }: { readonly text: string }) {
  return splitRanges(text).map((part) =>
    part.isRange ? (
      <span key={part.at} className="range">
        {part.text}
      </span>
    ) : (
      part.text
    ),
  );
}
