import { newContextRow } from '@/lib/db/memory/contexts'
import type { TurnText } from '@/lib/db/turns/turn-texts'
import { summariseExtractively } from '@/lib/heuristics/summarise'
import { firstSummary } from '@/lib/memory/summaries/summaries'
import type { Words } from '@/lib/shared/pick'
import type { Speakers } from '@/lib/shared/speakers'
import { emptyTree } from '@/lib/shared/workspace'
import { buildContext } from './context'

type Turn = Pick<TurnText, Words<'id conversationId branchId number userText answer'>> & {
  speakers: Speakers
}
/** The memory of an imported turn for a bulk insert, like that of a turn without tools. Calls no model. */
export function importedTurnRows(ownerId: string, turn: Turn, countTokens: (text: string) => number) {
  const { userText, answer, speakers } = turn
  const said = { ...turn, turnId: turn.id, tools: [], tree: emptyTree(), touched: [], countTokens }
  const { fullContext: _, blobs, ...context } = buildContext(said)
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
