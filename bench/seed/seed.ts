import { changeOps } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { type Bulk, openBulk } from '@/lib/db/testing-bulk'
import { type BranchPath, OPEN_END, pathTo } from '@/lib/db/turns/path'
import { rollUpExtractively } from '@/lib/heuristics/roll-up'
import { dueRollUps } from '@/lib/memory/summaries/roll-up'
import { saveRollUp } from '@/lib/memory/summaries/testing-roll-up'
import { countTokens } from '@/lib/model/tokens'
import type { Runtime } from '@/lib/shared/runtime'
import { RowMaker, TABLES } from './rows'
import { type StoryOptions, story } from './story'

type Target = { db: Db; url: string; runtime: Runtime }
type Talk = StoryOptions & {
  ownerId: string
}
export type SeededTalk = {
  conversationId: string
  branchId: string
  ownerId: string
  turns: number
  path: BranchPath
  lastTurnId: string
}

const CHUNK = 500
const DAY = 86_400_000

/**
 * Writes a conversation with everything its turns would leave, roll-ups included, and makes it the most
 * recent.
 */
export async function seedTalk(target: Target, talk: Talk): Promise<SeededTalk> {
  const bulk = await openBulk(target.url)
  try {
    return await write(target, bulk, talk)
  } finally {
    await bulk.close()
  }
}

async function write({ db, runtime }: Target, bulk: Bulk, talk: Talk): Promise<SeededTalk> {
  const { ownerId, turns } = talk
  const startedAt = new Date(runtime.now().getTime() - DAY - turns * 60_000)
  const [conversationId, branchId] = [runtime.id('conv'), runtime.id('br')]
  const stored: BranchPath = [[branchId, OPEN_END]]
  const made = new RowMaker({ ownerId, conversationId, branchId, startedAt })
  const lastTurnId = made.turnId(turns)
  await bulk.insert('User', [{ id: ownerId, createdAt: startedAt }])
  const dates = { createdAt: startedAt, updatedAt: runtime.now() }
  await bulk.insert('Conversation', [
    {
      id: conversationId,
      ownerId,
      title: `A conversation of ${turns} turns`,
      activeLeafId: lastTurnId,
      ...dates,
    },
  ])
  await bulk.insert('Branch', [{ id: branchId, ownerId, conversationId, path: stored }])

  const flush = async () => {
    const rows = made.take()
    for (const table of TABLES) await bulk.insert(table, rows[table])
  }
  for (const turn of story(talk)) {
    made.add(turn)
    if (turn.number % CHUNK === 0) await flush()
  }
  await flush()

  const path = pathTo(stored, turns)
  for (let due = await dueRollUps(db, ownerId, path); due.length; due = await dueRollUps(db, ownerId, path))
    for (const one of due) {
      const text = rollUpExtractively(
        one.sources.map((source) => ({
          from: source.from,
          to: source.to,
          summary: source.text,
          insights: source.insights,
        })),
      )
      await saveRollUp(db, ownerId, conversationId, one, text, 'extractive', { runtime, countTokens })
    }
  await db.$transaction(changeOps(db, ownerId, [{ kind: 'conversation', refId: conversationId, op: 'put' }]))
  return {
    conversationId,
    branchId,
    ownerId,
    turns,
    path,
    lastTurnId,
  }
}
