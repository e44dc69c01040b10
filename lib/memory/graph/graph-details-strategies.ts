import type { Db } from '@/lib/db/engine/client'
import { turnRows } from '@/lib/db/memory/graph'
import { strategyInFull, strategyNode } from '@/lib/db/memory/graph-strategies'
import { titlesOf } from '@/lib/db/turns/conversations'
import type { GraphNodeDetails } from '@/lib/shared/memory/graph'
import { UNTITLED } from '@/lib/shared/untitled'
import { complete, section } from './graph-detail'
import { strategyNodes, withTurns } from './graph-strategies'

async function readStrategy(db: Db, ownerId: string, id: string) {
  const row = await strategyNode(db, ownerId, id)
  if (!row) return null
  const turns = await turnRows(db, ownerId, [...new Set([...row.taught, ...row.cited])])
  return withTurns([row], turns)[0] ?? null
}

export async function strategyDetails(db: Db, ownerId: string, id: string): Promise<GraphNodeDetails | null> {
  const [strategy, full] = await Promise.all([readStrategy(db, ownerId, id), strategyInFull(db, ownerId, id)])
  if (!strategy || !full) return null
  const [node] = strategyNodes({ nodes: [strategy], links: [] })
  const here = node?.conversationId ?? ''
  return complete(node, {
    conversationTitle: here && ((await titlesOf(db, ownerId, [here])).get(here) || UNTITLED),
    sections: [...section('What to do', full.content), ...section('When', full.description)],
    strategy: full.slug,
  })
}
