import { type PromptItem, type PromptSection, parse, unguard } from './fence'
import { readLabel } from './labels'

/** The section of what a person said in an earlier turn. */
export const SAID = 'said'

/** The sections of a text, with what the labels of their items say as attributes. */
export const labelledSections = (text: string): PromptSection[] =>
  parse(text).map((section) => ({
    ...section,
    items: section.items.map(({ attributes, ...item }) => {
      const { turn, ...elsewhere } = readLabel(attributes.id ?? '')
      // A roll-up has the numbers of its turns.
      const number: Record<string, string> = turn && !attributes.to ? { turn } : {}
      return { ...item, attributes: { ...attributes, ...number, ...elsewhere } }
    }),
  }))

/** The sections of all messages, with earlier turns as items of the window. */
export function sectionsOf(messages: readonly { role: string; text: string }[]): PromptSection[] {
  let said: PromptItem['attributes'] | undefined
  return messages.flatMap(({ role, text }): PromptSection[] => {
    if (role !== 'assistant')
      return labelledSections(text).map((section) => {
        said = section.name === SAID ? section.items[0]?.attributes : undefined
        return said ? { ...section, name: 'window' } : section
      })
    const items = [{ attributes: { ...said, who: 'assistant' }, text: unguard(text) }]
    return said ? [{ name: 'window', note: '', items }] : []
  })
}
