import { Stack, Text } from '#ui/layout.tsx';
import classes from './compared-fields.module.css';

/** Words for a field: its name, and its value as a text or as lines of text. */
export interface FieldWords<Value> {
  readonly label: string;
  readonly show: (value: Value) => string | readonly string[];
}

/** Words for the compared fields of a content, in the order of its form. */
export type ComparedWords<C> = { readonly [Field in keyof C]?: FieldWords<C[Field]> };

interface ComparedLine {
  readonly text: string;
  /** Whether the line is missing in the other list. */
  readonly differs: boolean;
}

export interface ComparedField {
  readonly label: string;
  /** Whether the field was changed there, or here, since the member began to edit. */
  readonly changedThere: boolean;
  readonly changedHere: boolean;
  /** Whether the own version has taken over the value from there. */
  readonly isTaken: boolean;
  readonly theirs: readonly ComparedLine[];
  readonly mine: readonly ComparedLine[];
}

interface Versions<C> {
  /** Version that both are based on. `null` when it is not known. */
  readonly base: C | null;
  readonly theirs: C;
  readonly mine: C;
}

const noWords: FieldWords<unknown> = { label: '', show: () => [] };

/** Returns the lines of a field. An empty text is shown as （なし）. */
function readLines<C>(words: ComparedWords<C>, field: keyof C, content: C): string[] {
  const { show }: FieldWords<C[keyof C]> = words[field] ?? noWords;
  return [show(content[field])].flat().map((line) => line || '（なし）');
}

function listFields<C>(words: ComparedWords<C>): (keyof C)[] {
  return Object.keys(words) as (keyof C)[];
}

/**
 * Returns the fields that differ between both versions, in the order of their words. With
 * `showsTaken` it also returns the fields that were changed there and are now equal.
 */
export function compareFields<C>(
  words: ComparedWords<C>,
  { base, theirs, mine }: Versions<C>,
  showsTaken = false,
): ComparedField[] {
  return listFields(words)
    .map((field) => {
      const read = (content: C) => readLines(words, field, content);
      const [there, here] = [read(theirs), read(mine)];
      const before = base === null ? null : read(base);
      return {
        label: words[field]?.label ?? '',
        changedThere: before === null || !isSame(before, there),
        changedHere: before === null || !isSame(before, here),
        isTaken: isSame(there, here),
        theirs: markLines(there, here),
        mine: markLines(here, there),
      };
    })
    .filter(({ isTaken, changedThere }) => !isTaken || (showsTaken && changedThere));
}

/** Applies an edit to the version from elsewhere: fields that were not edited get its values. */
export function mergeFields<C>(
  words: ComparedWords<C>,
  { base, theirs, mine }: Record<keyof Versions<C>, C>,
): C {
  const merged = structuredClone(mine);
  for (const field of listFields(words)) {
    if (isSame(readLines(words, field, base), readLines(words, field, mine))) {
      merged[field] = theirs[field];
    }
  }
  return merged;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}

/** Marks the lines that the other list does not contain as often. Their order does not matter. */
function markLines(lines: readonly string[], others: readonly string[]): ComparedLine[] {
  const left = [...others];
  return lines.map((text) => {
    const found = left.indexOf(text);
    if (found !== -1) left.splice(found, 1);
    return { text, differs: found === -1 };
  });
}

/**
 * Shows the differing fields: theirs above and mine below, or side by side where there is space.
 */
export function ComparedFields({ fields }: { readonly fields: readonly ComparedField[] }) {
  if (fields.length === 0) return <p>現在の入力内容は、保存されている最新の内容と同じです。</p>;
  return (
    <Stack as="dl" gap={16}>
      {fields.map((field) => (
        <Stack key={field.label} gap={8} ruled padding="12 0 0" className={classes.field}>
          <Text as="dt" size={14} weight={700}>
            {field.label}
          </Text>
          <Side name="保存されている内容" unchanged={!field.changedThere} lines={field.theirs} />
          <Side
            name="あなたの入力"
            unchanged={!field.changedHere}
            lines={field.isTaken ? takenLines : field.mine}
          />
        </Stack>
      ))}
    </Stack>
  );
}

const takenLines = [{ text: '最新の内容を反映しました', differs: false }];

interface SideProps {
  readonly name: string;
  readonly unchanged: boolean;
  readonly lines: readonly ComparedLine[];
}

function Side({ name, unchanged, lines }: SideProps) {
  return (
    <Text as="dd" shrinks>
      <Text as="span" size={12} quiet>
        {unchanged ? `${name}（変更なし）` : name}
      </Text>
      <Text
        as="ol"
        size={14}
        leading="loose"
        lines
        className={classes.lines}
        data-single={lines.length === 1 || undefined}
      >
        {numberLines(lines).map(({ key, text, differs }) => (
          <li key={key}>{differs ? <mark className={classes.differs}>{text}</mark> : text}</li>
        ))}
      </Text>
    </Text>
  );
}

/** Adds keys, because two lines may have the same text. */
function numberLines(lines: readonly ComparedLine[]): (ComparedLine & { key: string })[] {
  return lines.map((line, index) => ({ ...line, key: `${index} ${line.text}` }));
}
