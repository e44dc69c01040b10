import type { Person, PersonTurn } from '../persons/person'

const APART_MS = 2 * 60_000

/**
 * A month whose questions are asked like any other message, one after the other. Files have no answers to
 * them, so an answer names what it needs.
 */
export function withQuestions(person: Person): Person {
  const asked = person.questions.map(({ conversation, at, ask, needs }, i): PersonTurn => {
    const found = needs.map(([text]) => text).join(', ')
    return {
      conversation: conversation === 'new' ? `new-${i}` : conversation,
      at: new Date(Date.parse(at) + i * APART_MS).toISOString(),
      user: ask,
      answer: found ? `You told me about that, and what matters is: ${found}.` : 'You have not told me that.',
      facts: [],
    }
  })
  return { ...person, turns: [...person.turns, ...asked], questions: [] }
}
