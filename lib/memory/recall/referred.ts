import type { Db } from '@/lib/db/engine/client'
import { isQuestionText } from '@/lib/heuristics/question'
import { contentTerms } from '@/lib/memory/text/terms'
import { limits } from '@/lib/shared/limits'
import { windowLimits } from '@/lib/shared/limits/window'
import type { RecallHit, Referred } from '@/lib/shared/turn/events'
import { recall } from './recall'
import type { RecallQuery } from './recall-query'

/** Earlier turns that a message refers to by number; `same` and `decided` are texts to look for. */
type References = { numbers: number[]; same: string | null; decided: string | null }

const NUMBERED =
  /\bturns?\s+(?:no\.?\s*|number\s+)?#?(\d{1,6}(?:\s*(?:,|-|–|&|\band\b|\bto\b|\bor\b)\s*(?:turns?\s+)?#?\d{1,6})*)(?!\s*(?:°|%|degrees?|times?|pages?|percent|minutes?|hours?|rounds?|of conversation)\b)(?![\d°%])/gi
const SAME =
  /\bthe same\b([^.?!\n]{0,80}?)\b(?:as|like)\s+(?:before|earlier|last time|the last time|previously|the other day)\b/i
const AS_BEFORE = /\b(?:as|like)\s+(?:before|last time|we did (?:before|last time|earlier))\b/i
const PREVIOUS = /\bthe\s+([\p{L} -]{2,40}?)\s+(?:from|of)\s+(?:before|earlier|last time)\b/iu
const DECIDED =
  /\b(?:what|which|as|how|that|the [\p{L}-]+)\s+(?:did\s+)?we(?:['’]ve| had| have)?\s+(?:just |already |once )?(?:decided?|agreed?|settled?|chose|choose|concluded?|discussed?|planned)\s*(?:to use\s+|with\s+)?(?:about|on|upon|for|regarding|as to|concerning)\s+([^.?!\n]{2,120})/iu
const OUR_DECISION =
  /\bour\s+(?:decision|agreement|choice|conclusion|plan|discussion)\s+(?:about|on|for|regarding|concerning)\s+([^.?!\n]{2,120})/iu

/** A range counts as its ends and what lies between them. */
function numbersIn(list: string): number[] {
  const found: number[] = []
  for (const [, from = '', , to] of list.matchAll(/(\d+)(\s*(?:-|–|\bto\b)\s*#?(\d+))?/gi)) {
    const [low, high] = [Number(from), Number(to ?? from)]
    for (let number = low; number <= high && found.length <= windowLimits.referred; number++)
      found.push(number)
  }
  return found
}

/** Reads the beginning of a message. */
export function referencesIn(message: string): References {
  const text = message.slice(0, windowLimits.readChars)
  const numbers = [...text.matchAll(NUMBERED)].flatMap(([, list = '']) => numbersIn(list))
  const same = SAME.exec(text) ?? AS_BEFORE.exec(text) ?? PREVIOUS.exec(text)
  const decided = DECIDED.exec(text) ?? OUR_DECISION.exec(text)
  const sentence = same && sentenceAround(text, same.index)
  return {
    numbers: [...new Set(numbers)].filter((number) => number > 0),
    same: sentence ? withoutPhrase(sentence) : null,
    decided: decided?.[1]?.trim() || null,
  }
}

function sentenceAround(text: string, at: number): string {
  const from = Math.max(...['.', '!', '?', '\n'].map((mark) => text.lastIndexOf(mark, at - 1))) + 1
  const rest = text.slice(from)
  const end = rest.search(/[.!?](?:\s|$)|\n/)
  return end < 0 ? rest : rest.slice(0, end)
}

/** What is left names the thing itself. */
const withoutPhrase = (sentence: string) =>
  sentence
    .replace(
      /\b(?:the same|same|(?:as|like|from|of)\s+(?:the\s+)?(?:before|earlier|last time|previously|the other day|we did)|again|please|once more)\b/gi,
      ' ',
    )
    .replace(/[\s,;:]+/g, ' ')
    .trim()

type Asking = Pick<RecallQuery, 'conversationId' | 'path' | 'before' | 'now' | 'countTokens'> & {
  message: string
  /** The first turn of the window; later ones are in the prompt anyway. */
  from: number
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
async function meant(db: Db, ownerId: string, asking: Asking, text: string, by: 'same' | 'decided') {
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
