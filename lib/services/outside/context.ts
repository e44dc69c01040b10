import { chooserFor, searchesFor } from '@/lib/agent/depth/retrieve'
import { analyzeTopic as analyzeTopicTool } from '@/lib/agent/tools/memory/search-summaries'
import { clientPlace } from '@/lib/db/turns/client-turns'
import { calledById, listConversations as list } from '@/lib/db/turns/conversations'
import { isSmallTalk } from '@/lib/heuristics/question'
import { factsFor } from '@/lib/memory/facts/known-facts'
import { PROFILE_NOTE, profileOf } from '@/lib/memory/facts/profile'
import { type Fact, heldSince, latest, sinceNamed } from '@/lib/memory/facts/timeline'
import { factId } from '@/lib/memory/graph/graph-facts'
import { recallMemory } from '@/lib/memory/recall/recall-memory'
import type { LookedAt } from '@/lib/memory/recall/recall-query'
import { build, itemOf, type PromptSection } from '@/lib/prompts/fence'
import { MnemeError } from '@/lib/shared/errors'
import type { Injection } from '@/lib/shared/memory/events'
import { factLine } from '@/lib/shared/memory/facts'
import { type Args, type listArgs, type topicArgs, unconfirmed } from '@/lib/shared/memory/outside'
import { zonedMoment as beginningOf } from '@/lib/shared/time/calendar'
import { dayNamed, daysIn } from '@/lib/shared/time/day'
import { withoutEditor } from '@/lib/transfer/formats/coding-agents'
import { sessionPlace } from './client-turns'
import { type Found, fitted, memoryOf, type Outside } from './outside'
import { fittedQuotes, momentOf, quotedText } from './recall'

const TOKENS = 1_500
/** Of what is going on: conversations, and the latest of their summaries. */
const [TALKS, SUMMARIES] = [8, 4]

/** Without the sample, which is nothing the person said. */
const talksOf = async ({ db, ownerId }: Outside, query: Parameters<typeof list>[2]) =>
  (await list(db, ownerId, query)).filter(({ sample }) => !sample)

export async function conversationsInWords(who: Outside, { query, limit }: Args<typeof listArgs>) {
  const found = await talksOf(who, query === undefined ? {} : { query })
  const conversations = found.slice(0, limit).map(({ id, title, updatedAt, turns }) => ({
    ...{ id, title, updated: updatedAt, turns },
    url: `${who.base}/c/${id}`,
  }))
  return { result: { conversations }, ids: conversations.map(({ id }) => id) }
}

const EMPTY = 'Memory is empty.'
/** Who the person is and what is going on, in at most 1,500 tokens. */
export async function contextFor(who: Outside): Promise<Found<{ text: string }>> {
  const memory = await memoryOf(who, SUMMARIES)
  const [facts, talks, recent] = await Promise.all([
    factsFor(memory),
    talksOf(who, {}),
    recallMemory(memory, { kinds: 'summaries' }, { budgetTokens: TOKENS / 2 }),
  ])
  const ids = recent.passages.map(({ conversationId }) => conversationId)
  const names = await calledById(who.db, who.ownerId, ids)
  const day = daysIn(memory.zone)
  const dated = (at: string, client: string | null | undefined) => ({
    'said-by': client && unconfirmed(client),
    date: day(Date.parse(at)),
  })
  const profile = profileOf(facts, memory.zone, memory.countTokens).map(({ item }) => item)
  const titles = talks
    .slice(0, TALKS)
    .map(({ title, updatedAt, client }) => itemOf(dated(updatedAt, client), title))
  const summaries = recent.passages.map(({ at, text, source, conversationId }) =>
    itemOf(dated(at, names.get(conversationId)?.client), text, source),
  )
  const sections: PromptSection[] = [
    { name: 'profile', note: PROFILE_NOTE, items: profile },
    { name: 'conversations', note: 'What the person talked about last, newest first.', items: titles },
    { name: 'recent', note: 'Latest summaries.', items: summaries },
  ]
  return { result: { text: fitted(sections, TOKENS).text || EMPTY }, ids: [] }
}

/** Everything on a topic, as the agent's own tool finds it. @throws MnemeError invalid */
export async function topicInWords(who: Outside, args: Args<typeof topicArgs>) {
  const memory = await memoryOf(who, SUMMARIES)
  const end = await analyzeTopicTool.run(args, { memory })
  if (!end.ok) throw new MnemeError('invalid', end.result)
  const ids = (end.sources ?? []).flatMap((source) => ('id' in source ? [`${source.kind}:${source.id}`] : []))
  const parts = (end.recalled ?? []).map(async ({ title, found }) =>
    [title, await quotedText(who, memory, found)].filter(Boolean).join('\n'),
  )
  const text = [end.lead, ...(await Promise.all(parts))].filter(Boolean).join('\n\n')
  return { result: { text }, ids: [...new Set(ids)] }
}

/** Facts that began or ended since a time, and what was said then. @throws MnemeError invalid for no time */
export async function changesInWords(who: Outside, since: string): Promise<string> {
  const memory = await memoryOf(who, 10)
  const from = momentOf(since, memory)
  const { zone } = memory
  const isSince = (at: Date | null) => at !== null && beginningOf(at, zone) >= from
  const isNew = (fact: Fact) => (!fact.coming && isSince(heldSince(fact))) || isSince(fact.until)
  const items = (await factsFor(memory))
    .filter(isNew)
    .slice(-30)
    .map((fact) => {
      const until = fact.until ? dayNamed(fact.until, zone) : undefined
      return itemOf({ id: factId(fact), since: sinceNamed(fact, zone), until }, factLine(latest(fact)))
    })
  const asked = { kinds: 'summaries' as const, from: from.toISOString() }
  const said = await recallMemory(memory, asked, { budgetTokens: TOKENS })
  const facts = items.length
    ? build([{ name: 'facts', note: 'Facts that began or ended.', items }])
    : 'No fact changed.'
  return [facts, await quotedText(who, memory, said)].join('\n\n')
}

/** Recalls for a prompt, their tokens, and the hits they are chosen from: most may be of the session itself. */
const [RECALLS, RECALL_TOKENS, LOOKED_AT] = [3, 800, 30]
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
  const room = { budgetTokens: RECALL_TOKENS, first: { also, choose } }
  const found = await recallMemory(memory, { keywords }, room)
  const { text, kept } = await fittedQuotes(who, memory, found, RECALL_TOKENS)
  return { result: { text }, ids: [...new Set(kept.map(({ id }) => id))] }
}
