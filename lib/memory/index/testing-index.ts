import type { TurnText } from '@/lib/db/turns/turn-texts'
import { questionOf } from '@/lib/memory/text/question'
import { limits } from '@/lib/shared/limits'
import { emptyIndex, type IndexData, type MessageFilter } from './load/data'
import { putTurn } from './load/put'
import type { ReachFactor } from './score/reach'
import { searchIndex } from './search'

/** A message of an invented conversation: who, what, and hours after its start. */
export type Said = [speaker: string, text: string, hours?: number]
export const START = Date.parse('2031-03-03T09:00:00.000Z')
const HOUR = 3_600_000

/** Turns of one branch with one message each; the first speaker is the user. */
export function turnsOf(
  said: readonly Said[],
  branchId = 'main',
  from = 1,
  parentId: string | null = null,
): TurnText[] {
  return said.map(([speaker, text, hours], i) => {
    const part = speaker === said[0]?.[0] ? ('user' as const) : ('assistant' as const)
    const at = new Date(START + (hours ?? 0) * HOUR + i * 1_000)
    return {
      id: `${branchId}-${from + i}`,
      conversationId: 'talk',
      branchId,
      number: from + i,
      parentId: i ? `${branchId}-${from + i - 1}` : parentId,
      createdAt: at,
      userText: part === 'user' ? text : '',
      answer: part === 'assistant' ? text : '',
      messages: [
        { id: `${branchId}-${from + i}`, speaker, at: at.toISOString(), part, start: 0, end: text.length },
      ],
    }
  })
}

export function indexOf(turns: readonly TurnText[]): IndexData {
  const data = emptyIndex()
  for (const turn of turns) putTurn(data, turn)
  return data
}

export const everywhere: ReachFactor = () => ({ factor: 1, upTo: Number.POSITIVE_INFINITY })
/** What a question finds, best first; `over` = other numbers of the ranking. */
export function ask(
  data: IndexData,
  text: string,
  reach: ReachFactor = everywhere,
  only: MessageFilter = {},
  over: Partial<Record<keyof typeof limits.rank, unknown>> = {},
) {
  const own = { ...limits.rank }
  Object.assign(limits.rank, over)
  try {
    return searchIndex(data, questionOf(text), reach, 10, { only }).hits
  } finally {
    Object.assign(limits.rank, own)
  }
}
export const idsFound = (...args: Parameters<typeof ask>) => ask(...args).map((hit) => hit.turnId)
