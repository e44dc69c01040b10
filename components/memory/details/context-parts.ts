export type Section = { title: string; text: string }

/** The headings of a turn's complete record; those within an answer are part of it. */
const HEADS = /(?:^|\n\n)## (User message|Answer|Tool call \d+: [^\n]+|Files|State|File [^\n]+)\n/g

/** The complete record of a turn as its parts; a text without headings is one. */
export function contextParts({ title, text }: Section): Section[] {
  const heads = [...text.matchAll(HEADS)]
  if (heads.length === 0) return [{ title, text }]
  return heads.map(({ 0: head, 1: name = title, index }, at) => ({
    title: name,
    text: text.slice(index + head.length, heads[at + 1]?.index),
  }))
}

/** The path of the file whose content a section is; null for others. */
export const pathOf = ({ title }: Section, file: string | null) =>
  title === 'Content' ? file : title.startsWith('File ') ? title.slice('File '.length) : null
