import type { Statement } from '@/lib/db/facts/statements'
import { timeInPrompt } from '@/lib/memory/recall/excerpts'
import type { PromptItem } from '@/lib/prompts/fence'
import { itemOf } from '@/lib/prompts/item'
import { factLine } from '@/lib/shared/facts'
import type { Source } from '@/lib/shared/source'
import { type Fact, latest } from './timeline'

/** The note above facts in every prompt. */
export const FACTS_NOTE =
  'What the person has stated, as subject: predicate = value, then in their words. The subject "user" is the person. Cite the turn of a fact that you use.'

const sourcesOf = ({ id, said }: Statement): Source[] => [
  { kind: 'fact', id },
  ...(said ? [{ kind: 'turn', id: said.turnId } as const] : []),
]

/** A fact as an item of a prompt or of a tool's result, in a reader's conversation. */
export function factItem(fact: Fact, here: string): { item: PromptItem; sources: Source[] } {
  const now = latest(fact)
  const before = fact.before && latest(fact.before)
  const { said, quote, from } = now
  const item = itemOf(
    {
      turn: said?.number,
      who: 'user',
      date: timeInPrompt(from.toISOString()),
      until: fact.until ? timeInPrompt(fact.until.toISOString()) : undefined,
      conversation: said && said.conversationId !== here ? said.conversationId : undefined,
    },
    [factLine(now, before?.object), ...(quote ? [quote] : [])].join('\n'),
  )
  return { item, sources: [...sourcesOf(now), ...(before ? sourcesOf(before) : [])] }
}
