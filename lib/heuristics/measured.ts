/** What the content of a measured procedure is made of: what was asked, and the tools. */
const MEASURED = /^For “(.*)”, these steps in this order gave a good answer: (.*?)\.(?: \d+ of|$)/s

export const measuredContent = (asked: string, steps: string) =>
  `For “${asked}”, these steps in this order gave a good answer: ${steps}.`

/** The parts of a measured procedure's content; null for any other text. */
export function measuredParts(content: string): { asked: string; steps: string } | null {
  const [, asked, steps] = MEASURED.exec(content) ?? []
  return asked === undefined || steps === undefined ? null : { asked, steps }
}
