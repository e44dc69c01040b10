import type { TurnState } from '@/lib/agent/turn-state'
import type { CitationRow } from '@/lib/db/turns/citations'
import { textsById, textsByNumber } from '@/lib/db/turns/turn-texts'
import { citationMarks } from '@/lib/shared/citations'
import { isShown, placeOf } from './shown-turns'

/** Code is not prose: what looks like a mark there is none. Lengths stay, so that places do. */
const withoutCode = (text: string) =>
  text.replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, (code) => ' '.repeat(code.length))

/**
 * The marks of an answer that name turns which stood in a prompt of this turn, with the ids of those turns.
 * A mark that names no conversation means this one before another; a turn that was forgotten meanwhile is not cited.
 */
export async function citationsOf(
  { run, deps, shownTurns }: Pick<TurnState, 'run' | 'deps' | 'shownTurns'>,
  answer: string,
): Promise<CitationRow[]> {
  const { ownerId, number: now, conversationId: here } = run.turn
  const marks = citationMarks(withoutCode(answer)).flatMap(({ start, end, turns, conversation }) =>
    turns.map((number) => ({
      start,
      end,
      number,
      conversation: conversation === here ? null : conversation,
    })),
  )
  if (marks.length === 0) return []
  const isOwn = (mark: (typeof marks)[number]) =>
    mark.conversation === null && mark.number < now && isShown(shownTurns, mark.number)
  const elsewhere = [...shownTurns.elsewhere.values()]
  const other = ({ number, conversation }: (typeof marks)[number]) =>
    conversation === null
      ? elsewhere.findLast((shown) => shown.number === number)?.turnId
      : shownTurns.elsewhere.get(placeOf(conversation, number))?.turnId
  const [own, others] = [marks.filter(isOwn), marks.filter((mark) => !isOwn(mark))]
  const numbers = [...new Set(own.map((mark) => mark.number))]
  const ids = [...new Set(others.flatMap((mark) => other(mark) ?? []))]
  const byNumber = new Map(
    (numbers.length ? await textsByNumber(deps.db, ownerId, run.path, numbers) : []).map(({ number, id }) => [
      number,
      id,
    ]),
  )
  const there = new Set((ids.length ? await textsById(deps.db, ownerId, ids) : []).map(({ id }) => id))
  return marks.flatMap((mark) => {
    const refId = isOwn(mark) ? byNumber.get(mark.number) : other(mark)
    return refId && (isOwn(mark) || there.has(refId)) ? [{ refId, start: mark.start, end: mark.end }] : []
  })
}
