import type { Db } from '@/lib/db/engine/client'
import { saidTexts } from '@/lib/db/memory/map'
import type { GraphNode } from '@/lib/shared/memory/graph'
import { sentenceWith } from './telling-sentence'

/** Characters before the match that its line shows. */
const LEAD = 70
const LONGEST = 220
/** The page lists this many. */
const READ = 60

/**
 * Found turns with the sentence that contains the text; one that is found by its summary keeps its own line.
 */
export async function withMatches(
  db: Db,
  ownerId: string,
  turns: readonly GraphNode[],
  wanted: string,
): Promise<GraphNode[]> {
  const ids = turns.slice(0, READ).flatMap(({ turnId }) => turnId ?? [])
  const texts = new Map((await saidTexts(db, ownerId, ids)).map((text) => [text.id, text]))
  return turns.map((turn) => {
    const said = texts.get(turn.turnId ?? '')
    const found = said && sentenceWith([said.userText, said.answer], wanted)
    if (!found) return turn
    const start = found.at > LEAD ? found.text.lastIndexOf(' ', found.at - LEAD) + 1 : 0
    return { ...turn, label: `${start ? '… ' : ''}${found.text.slice(start, start + LONGEST)}` }
  })
}
