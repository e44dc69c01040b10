import type { CitationRow } from '@/lib/db/citations'
import { textsById, textsByNumber } from '@/lib/db/turn-texts'
import { citationMarks } from '@/lib/shared/citations'
import { isShown } from './shown-turns'
import type { TurnState } from './turn-state'

/** Code is not prose: what looks like a mark there is none. Lengths stay, so that places do. */
const withoutCode = (text: string) => text.replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, (code) => ' '.repeat(code.length))

/**
 * The marks of an answer that name turns which stood in a prompt of this turn, with the ids of those turns.
 * A number of this conversation comes before the same one of another; a turn that was forgotten meanwhile is not cited.
 */
export async function citationsOf({ run, deps, shownTurns }: Pick<TurnState, 'run' | 'deps' | 'shownTurns'>, answer: string): Promise<CitationRow[]> {
  const { ownerId, number: now } = run.turn
  const marks = citationMarks(withoutCode(answer)).flatMap(({ start, end, turns }) => turns.map((number) => ({ start, end, number })))
  const numbers = [...new Set(marks.map((mark) => mark.number))]
  if (numbers.length === 0) return []
  const own = numbers.filter((number) => number < now && isShown(shownTurns, number))
  const elsewhere = numbers.flatMap((number) => (own.includes(number) ? [] : (shownTurns.elsewhere.get(number) ?? [])))
  const found = new Map<number, string>()
  if (own.length) for (const { number, id } of await textsByNumber(deps.db, ownerId, run.path, own)) found.set(number, id)
  if (elsewhere.length) for (const { number, id } of await textsById(deps.db, ownerId, elsewhere)) found.set(number, id)
  return marks.flatMap(({ start, end, number }) => {
    const refId = found.get(number)
    return refId ? [{ refId, start, end }] : []
  })
}
