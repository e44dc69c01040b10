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

/** What a turn that came from elsewhere leaves in memory, for a bulk insert: the same context and deterministic summary as one that was chatted here without tools or files. No model is called. */
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
