import type { PageSection } from './page-document.ts';

interface Numbering {
  heading(number: number, heading: string): string;
  /** How another section speaks of this one. */
  reference(number: number, heading: string): string;
}

export const articleNumbering: Numbering = {
  heading: (number, heading) => `第${number}条（${heading}）`,
  reference: (number) => `第${number}条`,
};

export const chapterNumbering: Numbering = {
  heading: (number, heading) => `${number}. ${heading}`,
  reference: (number, heading) => `「${number}. ${heading}」`,
};

/**
 * Numbers the sections and turns `[#anchor]` into a link with the right number, so that an
 * inserted section cannot leave a wrong reference behind.
 */
export function numberSections(
  sections: readonly PageSection[],
  numbering: Numbering,
): readonly PageSection[] {
  const resolve = (id: string) => {
    const index = sections.findIndex((section) => section.id === id);
    const target = sections[index];
    if (!target) throw new Error(`no section is called ${id}`);
    return `[${numbering.reference(index + 1, target.heading)}](#${id})`;
  };
  const numbered = sections.map((section, index) => ({
    ...section,
    heading: numbering.heading(index + 1, section.heading),
  }));
  // Documents are plain data: texts at any depth are reached through their JSON.
  return JSON.parse(
    JSON.stringify(numbered).replaceAll(/\[#([a-z-]+)\]/g, (_, id: string) => resolve(id)),
  ) as PageSection[];
}
