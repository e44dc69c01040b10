import { newContextRow } from '@/lib/db/memory/contexts'
import { summariseExtractively } from '@/lib/heuristics/summarise'
import { firstSummary } from '@/lib/memory/summaries/summaries'
import type { Speakers } from '@/lib/shared/speakers'
import { emptyTree } from '@/lib/shared/workspace'
import { buildContext } from './context'

type Turn = {
  id: string
  conversationId: string
  branchId: string
  number: number
  userText: string
  answer: string
  speakers: Speakers
}
/** The memory of an imported turn for a bulk insert, like that of a turn without tools. Calls no model. */
export function turnRows(ownerId: string, turn: Turn, countTokens: (text: string) => number) {
  const { userText, answer, speakers } = turn
  const built = buildContext({
    ...turn,
    turnId: turn.id,
    tools: [],
    tree: emptyTree(),
    touched: [],
    countTokens,
  })
  const { fullContext: _, blobs, ...context } = built
  return {
    context: newContextRow(ownerId, context),
    blobs,
    summary: firstSummary({
      turn,
      contextId: context.id,
      summarise: () => summariseExtractively({ userText, answer, speakers, thoughts: [], tools: [] }),
      countTokens,
    }),
    userTokens: countTokens(userText),
    answerTokens: countTokens(answer),
    contextTokens: context.tokens,
  }
}
