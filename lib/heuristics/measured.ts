/** What the content of a procedure of earlier versions is made of: what was asked, and the tools. */
const MEASURED = /^For “(.*)”, these steps in this order gave a good answer: (.*?)\.(?: \d+ of|$)/s

/** The parts of a measured procedure's content; null for any other text. */
export function measuredParts(content: string): { asked: string; steps: string } | null {
  const [, asked, steps] = MEASURED.exec(content) ?? []
  return asked === undefined || steps === undefined ? null : { asked, steps }
}
