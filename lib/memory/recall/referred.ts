import type { Db } from '@/lib/db/engine/client'
import type { BranchPath } from '@/lib/db/turns/path'
import { isQuestionText } from '@/lib/heuristics/question'
import { referencesIn, withoutPhrase } from '@/lib/memory/context/references'
import { contentTerms } from '@/lib/memory/text/terms'
import { limits } from '@/lib/shared/limits'
import { windowLimits } from '@/lib/shared/limits/window'
import type { RecallHit, Referred } from '@/lib/shared/turn/events'
import { recall } from './recall'

type Asking = {
  message: string
  conversationId: string
  path: BranchPath
  /** The asking turn's number. */
  before: number
  /** The first turn of the window; later ones are in the prompt anyway. */
  from: number
  now: Date
  countTokens(text: string): number
}

/**
 * At most two earlier turns that a message refers to, outside its window. Numbers are used as given; what was
 * decided or done before is searched, and used only if it is clear which turn is meant.
 */
export async function referredTurns(db: Db, ownerId: string, asking: Asking): Promise<Referred[]> {
  const { numbers, same, decided } = referencesIn(asking.message)
  const found: Referred[] = numbers
    .filter((number) => number < asking.from)
    .map((turn) => ({ turn, by: 'number' }))
  for (const [by, text] of [['same', same] as const, ['decided', decided] as const]) {
    if (!text || found.length >= windowLimits.referred) continue
    const turn = await meant(db, ownerId, asking, text, by)
    if (turn !== null && !found.some((other) => other.turn === turn)) found.push({ turn, by })
  }
  return found.slice(0, windowLimits.referred)
}

/** The newest of the turns that match about as well as the best one; null if that is not clear. */
async function meant(
  db: Db,
  ownerId: string,
  asking: Asking,
  text: string,
  by: 'same' | 'decided',
): Promise<number | null> {
  if (contentTerms(text).length === 0) return null
  const { message: _, from, ...place } = asking
  const { hits } = await recall(db, ownerId, {
    ...place,
    request: { keywords: [text.slice(0, limits.recall.keywordChars)], kinds: 'turns' },
    limit: windowLimits.looked,
    scope: 'conversation',
  })
  const said = hits.filter(({ turnNumber, excerpt }) => turnNumber !== null && !isRepeat(excerpt))
  // An order names its deed first: "run the same command" means one that began with "run".
  const ordered = by === 'same' ? said.filter(({ excerpt }) => deedOf(excerpt) === deedOf(text)) : []
  const best = Math.max(0, ...said.map(({ score }) => score))
  const close = said.filter((hit) => hit.score >= windowLimits.clear * best && holdsMost(hit))
  const likely = best < limits.depth.leastScore ? [] : close
  const both = likely.filter((hit) => ordered.includes(hit))
  const rivals = [both, likely, ordered].find((some) => some.length) ?? []
  const numbers = rivals.flatMap(({ turnNumber }) => turnNumber ?? [])
  if (numbers.length === 0 || numbers.length > windowLimits.rivals) return null
  return numbers.some((number) => number >= from) ? null : Math.max(...numbers)
}

/** A question, or a turn that itself only refers to what was done before. */
const isRepeat = (text: string) => isQuestionText(text) || referencesIn(text).same !== null
const deedOf = (text: string) => /\p{L}+/u.exec(withoutPhrase(text))?.[0].toLowerCase()

/** At least half of the words asked for are in the message itself. */
const holdsMost = ({ words = [] }: RecallHit) => 2 * words.filter(({ held }) => held).length >= words.length
