import { type PromptSection, parse, unguard } from './fence'

/** The section of what a person said in an earlier turn. */
export const SAID = 'said'

/** The sections of all messages, with earlier turns as items of the window. */
export function sectionsOf(messages: readonly { role: string; text: string }[]): PromptSection[] {
  let turn: string | undefined
  return messages.flatMap(({ role, text }): PromptSection[] => {
    if (role !== 'assistant')
      return parse(text).map((section) => {
        turn = section.name === SAID ? section.items[0]?.attributes.turn : undefined
        return turn ? { ...section, name: 'window' } : section
      })
    const items = [{ attributes: { turn: turn ?? '', who: 'assistant' }, text: unguard(text) }]
    return turn ? [{ name: 'window', note: '', items }] : []
  })
}
