import type { TurnState } from '@/lib/agent/turn-state'
import { turnsOfSummaries } from '@/lib/db/memory/summaries'
import type { CitationRow } from '@/lib/db/turns/citations'
import { pathLimits } from '@/lib/db/turns/path'
import { type NumberedTurn, numberedTurns } from '@/lib/db/turns/turn-texts'
import { citationMarks } from '@/lib/shared/citations'

/** Blanks code, in which marks mean nothing. Positions stay the same. */
const withoutCode = (text: string) =>
  text.replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, (code) => ' '.repeat(code.length))

/**
 * The marks of an answer that name turns shown in this turn's prompts, with the ids of those turns. Without a
 * conversation, a mark means a turn of this path, else the turn of that number that was shown last.
 */
export async function citationsOf(
  { run, deps, shownTurns }: Pick<TurnState, 'run' | 'deps' | 'shownTurns'>,
  answer: string,
): Promise<CitationRow[]> {
  const { ownerId, number: now, conversationId: here } = run.turn
  const marks = citationMarks(withoutCode(answer)).flatMap(({ start, end, turns, conversation }) =>
    turns.map((number) => ({ start, end, number, conversation })),
  )
  if (marks.length === 0) return []
  const shown = [
    ...(await turnsOfSummaries(deps.db, ownerId, [...shownTurns.summaries])),
    ...shownTurns.turns,
  ]
  const turns = await numberedTurns(deps.db, ownerId, shown, [...new Set(marks.map(({ number }) => number))])
  const last = pathLimits(run.path)
  const isOnPath = ({ branchId, number }: NumberedTurn) => number < now && number <= (last.get(branchId) ?? 0)
  const cited = ({ number, conversation }: (typeof marks)[number]) => {
    const named = turns.filter((turn) => turn.number === number)
    const own = conversation === null || conversation === here ? named.find(isOnPath) : undefined
    return (
      own ??
      named.findLast((turn) =>
        conversation === null ? shownTurns.turns.has(turn.id) : turn.conversationId === conversation,
      )
    )
  }
  return marks.flatMap((mark) => {
    const turn = cited(mark)
    return turn ? [{ refId: turn.id, start: mark.start, end: mark.end }] : []
  })
}
