import { chooserFor } from '@/lib/agent/depth/retrieve'
import { searchesFor } from '@/lib/agent/depth/searches'
import { clientPlace } from '@/lib/db/transfer/client-conversation'
import { isSmallTalk } from '@/lib/heuristics/question'
import { recallMemory } from '@/lib/memory/recall/recall-memory'
import type { LookedAt } from '@/lib/memory/recall/recall-query'
import type { Injection } from '@/lib/shared/memory/events'
import { withoutEditor } from '@/lib/transfer/formats/coding-agents'
import { contextFor, EMPTY } from './context'
import { sessionPlace } from './events'
import { type Found, fitted, memoryOf, type Outside } from './outside'
import { NOTE, quotedBy } from './recall'

/** Recalls for a prompt, their tokens, and the hits they are chosen from: most may be of the session itself. */
const [RECALLS, TOKENS, LOOKED_AT] = [3, 800, 30]
const NOTHING: Found<{ text: string }> = { result: { text: '' }, ids: [] }

/**
 * What a coding agent is told of memory: when a session begins, who the person is and what is going on; for a
 * prompt, at most three recalls or nothing. '' = nothing.
 */
export async function injectionFor(
  who: Outside,
  { session, prompt }: Injection,
): Promise<Found<{ text: string }>> {
  if (prompt !== undefined) return recallsFor(who, session, withoutEditor(prompt))
  const found = await contextFor(who)
  return found.result.text === EMPTY ? NOTHING : found
}

/** As Mneme's own agent would look up a message, without what the session says itself. */
async function recallsFor(who: Outside, session: string, prompt: string): Promise<Found<{ text: string }>> {
  const { keywords, also } = searchesFor(prompt)
  if (keywords.length === 0 || isSmallTalk(prompt)) return NOTHING
  const [memory, own] = await Promise.all([
    memoryOf(who, LOOKED_AT),
    clientPlace(who.db, who.ownerId, sessionPlace(who.client, session)),
  ])
  const best = chooserFor(prompt)
  const choose = (hits: readonly LookedAt[]) =>
    best(hits.filter(({ hit }) => hit.conversationId !== own?.id)).slice(0, RECALLS)
  const found = await recallMemory(memory, { keywords }, { budgetTokens: TOKENS, first: { also, choose } })
  const quoted = await quotedBy(who, memory, found.passages)
  const items = quoted.map(({ item }) => item)
  const { text, shown } = fitted([{ name: 'recalled', note: NOTE, items }], TOKENS)
  const ids = quoted.slice(0, shown[0]?.items.length ?? 0).map(({ id }) => id)
  return { result: { text }, ids: [...new Set(ids)] }
}
