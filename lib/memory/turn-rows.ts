import type { BlobText } from '@/lib/db/blobs'
import { newContextRow } from '@/lib/db/contexts'
import type { NewRow } from '@/lib/db/insert'
import type { SummaryRow } from '@/lib/db/summary-row'
import { summariseExtractively } from '@/lib/model/fallbacks'
import type { Speakers } from '@/lib/shared/speakers'
import { emptyTree } from '@/lib/shared/workspace'
import { buildContext } from './context'
import { firstSummary } from './summaries'

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
  const { id: turnId, number, userText, answer, speakers } = turn
  const {
    fullContext: _,
    blobs,
    ...context
  } = buildContext({
    turnId,
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
