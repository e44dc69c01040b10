import { memoryRev } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { laneRows, turnNodeRows } from '@/lib/db/memory/graph'
import { saidTexts } from '@/lib/db/memory/map'
import { limits } from '@/lib/shared/limits'
import type { GraphNode } from '@/lib/shared/memory/graph'
import { ALL_BRANCHES, memorySearchSchema } from '@/lib/shared/memory/search'
import { loadGraphNodes, NO_PARTS } from '../graph/graph-nodes'
import { findIn } from '../search/search'
import { read } from '../search/search-readers'
import { parseSearch } from '../search/search-text'
import { inColour } from './level-turns'
import { shownTopics } from './shown-topics'
import { sentenceWith } from './telling-sentence'

/** Ids of turns, on any branch, of which message, answer or summary holds every word of a text. */
async function turnsSaying(
  db: Db,
  ownerId: string,
  input: string,
  conversationIds: readonly string[],
  most: number,
): Promise<string[]> {
  const text = parseSearch(input)
  if (text.words.length === 0) return []
  const here = new Set(conversationIds)
  const query = memorySearchSchema.parse({
    ...{ text: input, kinds: ['message', 'summary'] },
    ...(conversationIds.length === 1 ? { conversationId: conversationIds[0] } : {}),
  })
  const rev = await memoryRev(db, ownerId)
  const found = await findIn(db, ownerId, { ...query, branch: ALL_BRANCHES }, text, most, null, { rev })
  const hits = found.hits.filter(({ hit }) => hit.whole && here.has(hit.conversationId))
  const said = await read(db, ownerId, hits)
  const ofOneTurn = said.filter(({ entry }) => entry.fromNumber === entry.turnNumber)
  return [...new Set(ofOneTurn.flatMap(({ entry }) => entry.turnId ?? []))].slice(0, most)
}

/** Characters before the match that its line shows. */
const LEAD = 70
const LONGEST = 220
/** The page lists this many. */
const READ = 60

/** Turns that say a text, the best first, each with the sentence that does; and their conversations' titles. */
export async function findTurns(db: Db, ownerId: string, text: string, conversationId?: string) {
  const lanes = await laneRows(db, ownerId, conversationId)
  const here = lanes.map(({ id }) => id)
  const ids = await turnsSaying(db, ownerId, text, here, limits.graph.found)
  const rows = await turnNodeRows(db, ownerId, ids)
  const nodes = await loadGraphNodes(db, ownerId, { ...NO_PARTS, turns: rows })
  const rank = new Map(ids.map((id, index) => [id, index]))
  const ranked = nodes.sort((a, b) => (rank.get(a.turnId ?? '') ?? 0) - (rank.get(b.turnId ?? '') ?? 0))
  const turns = await inColour(db, ownerId, await shownTopics(db, ownerId), ranked)
  return {
    turns: await withMatches(db, ownerId, turns, text),
    titles: lanes.map(({ id, title }) => ({ id, title })),
  }
}

/** Turns with the sentence that holds most of the words; found by a summary, one keeps its own line. */
async function withMatches(db: Db, ownerId: string, turns: readonly GraphNode[], wanted: string) {
  const ids = turns.slice(0, READ).flatMap(({ turnId }) => turnId ?? [])
  const texts = new Map((await saidTexts(db, ownerId, ids)).map((text) => [text.id, text]))
  const matched = turns.map((turn) => {
    const said = texts.get(turn.turnId ?? '')
    const match = said && sentenceWith([said.userText, said.answer], wanted)
    if (!match) return { turn, words: 0 }
    // Some scripts have no spaces to begin at.
    const start =
      match.at > LEAD ? Math.max(match.text.lastIndexOf(' ', match.at - LEAD) + 1, match.at - 2 * LEAD) : 0
    const label = `${start ? '… ' : ''}${match.text.slice(start, start + LONGEST)}`
    return { turn: { ...turn, label }, words: match.words }
  })
  return matched.sort((a, b) => b.words - a.words).map(({ turn }) => turn)
}
