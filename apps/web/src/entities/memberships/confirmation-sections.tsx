import type { JoinConfirmation } from '@tanren/contract/memberships/membership-confirmations';
import { Badge } from '#ui/badge.tsx';
import { List, Text } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';

type Sections = JoinConfirmation['sections'];

interface ConfirmationSectionsProps {
  readonly sections: Sections;
  /** Sections that the member saw first. Lines that were not among them are marked. */
  readonly before?: Sections | undefined;
}

/** Shows a final confirmation (最終確認) in the words of the server. */
export function ConfirmationSections({ sections, before = sections }: ConfirmationSectionsProps) {
  const known = new Set(before.flatMap(({ lines }) => lines));
  return sections.map(({ heading, lines }) => (
    <Card key={heading} heading={heading}>
      <ConfirmationLines lines={lines} isNew={(line) => !known.has(line)} />
    </Card>
  ));
}

interface ConfirmationLinesProps {
  readonly lines: Sections[number]['lines'];
  readonly isNew?: (line: string) => boolean;
}

/** Lists the lines of a section. A section has no line twice. */
export function ConfirmationLines({ lines, isNew = () => false }: ConfirmationLinesProps) {
  return (
    <List divided above={4}>
      {lines.map((line) => (
        <Text key={line} as="li" lines padding="8 0">
          <Line text={line} />
          {isNew(line) ? (
            <>
              {' '}
              <Badge>変更</Badge>
            </>
          ) : null}
        </Text>
      ))}
    </List>
  );
}

/** Longest name of an item, in characters. */
const longestName = 20;

/** Shows the name before the first colon in the secondary colour. Sentences have none. */
function Line({ text }: { readonly text: string }) {
  const [name = ''] = text.split('：', 1);
  if (name === text || name.length > longestName || name.includes('。')) return text;
  return (
    <>
      <Text as="span" quiet>{`${name}：`}</Text>
      {text.slice(name.length + 1)}
    </>
  );
}
