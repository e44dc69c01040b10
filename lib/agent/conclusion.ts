import type { TurnState } from './turn-state'

const MOST = 5
const CHARS = 300

/** As code, so that nothing in a result is read as Markdown. */
const inCode = (text: string) => {
  const line = text.replace(/\s+/g, ' ').replaceAll('`', "'").trim()
  return `\`${line.length > CHARS ? `${line.slice(0, CHARS)}…` : line || ' '}\``
}

/** The answer when a model keeps calling tools although it must answer: their last results. */
export function conclusionOf({ exchanges }: Pick<TurnState, 'exchanges'>): string {
  const lines = exchanges.flatMap(({ results }) =>
    results.map(({ name, text }) => `- ${name}: ${inCode(text)}`),
  )
  const last = [...new Set(lines)].slice(-MOST)
  return `The model called tools to the end and wrote no answer. Their last results:\n\n${last.join('\n')}`
}
