import { emptyTree } from '@/lib/base/workspace'
import type { BlobText } from '@/lib/db/engine/blobs'
import type { NewRow } from '@/lib/db/engine/insert'
import { newContextRow } from '@/lib/db/memory/contexts'
import type { SummaryRow } from '@/lib/db/memory/summary-row'
import { firstSummary } from '@/lib/memory/summaries/summaries'
import { summariseExtractively } from '@/lib/model/offline/fallbacks'
import type { Speakers } from '@/lib/shared/speakers'
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
export type TurnRows = {
  context: NewRow
  blobs: BlobText[]
  summary: SummaryRow
  userTokens: number
  answerTokens: number
  contextTokens: number
}

/**
 * The memory of an imported turn for a bulk insert: the same context and deterministic summary as a turn
 * chatted here without tools or files. Calls no model.
 */
export function turnRows(ownerId: string, turn: Turn, countTokens: (text: string) => number): TurnRows {
  const { id: turnId, conversationId, number, userText, answer, speakers } = turn
  const {
    fullContext: _,
    blobs,
    ...context
  } = buildContext({
    turnId,
    conversationId,
    number,
    userText,
    answer,
    tools: [],
    tree: emptyTree(),
    touched: [],
    countTokens,
  })
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
