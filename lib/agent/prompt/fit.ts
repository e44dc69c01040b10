import { buildItem, guard, type PromptItem } from '@/lib/prompts/fence'
import { groupBy } from '@/lib/shared/group-by'
import { limits } from '@/lib/shared/limits'
import type { Source } from '@/lib/shared/memory/source'
import { TRUNCATED } from '@/lib/shared/truncated'
import type { ImageInfo } from '@/lib/shared/turn/images'

/** An image that goes with a prompt. `number` = its place among the images of the call. */
export type PromptImage = { uploadId: string; number: number; info: ImageInfo; tokens: number }

export type Candidate = {
  item: PromptItem
  /** When space is short, the lowest goes first. */
  keep: number
  order: number
  /** When the whole prompt is too long, the lowest stage is dropped first; null = never. */
  dropStage: number | null
  /** Items of one group are kept, dropped and cut together. */
  group?: string
  sources?: Source[]
  recallIds?: string[]
  /** Stands where a text was cut. */
  mark?: string
  /** Its beginning is cut, not its end. */
  keepsEnd?: boolean
  /** Left out rather than cut; what comes after it may still fit. */
  whole?: boolean
  /** Some of it is external text. */
  outside?: boolean
  /** Sent as the assistant's own message, unquoted. */
  isAnswer?: boolean
  /** The image that it names and that goes with it. */
  image?: PromptImage
}
export type Sized = Candidate & { text: string; tokens: number; cut: boolean }
export type Count = (text: string) => number

/** No token covers more characters, which bounds what has to be counted. */
const CHARS_A_TOKEN = 16
/** Shares of the room: what a cut text must fill, and what the next guess aims at. */
const [CLOSE, CLOSER] = [0.98, 0.99]

export function sizedItem(candidate: Candidate, countTokens: Count): Sized {
  const { item, isAnswer } = candidate
  const text = isAnswer ? guard(item.text) : buildItem(item)
  return { ...candidate, text, tokens: countTokens(text) + (candidate.image?.tokens ?? 0), cut: false }
}
export const sumTokens = (items: Pick<Sized, 'tokens'>[]) =>
  items.reduce((sum, entry) => sum + entry.tokens, 0)

/** One end of a text, without half of a surrogate pair. */
const endOf = (text: string, length: number, isLast: boolean) =>
  isLast
    ? text.slice(-length).replace(/^[\uDC00-\uDFFF]/, '')
    : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')

/** An item whose text was cut and marked so that it fits; null if too little would remain. */
function cutItem(entry: Sized, maxTokens: number, countTokens: Count): Sized | null {
  if (entry.tokens <= maxTokens) return entry
  if (maxTokens < limits.summary.minItemTokens) return null
  const { item, mark = TRUNCATED, keepsEnd = false } = entry
  const made = (length: number) => {
    const left = endOf(item.text, length, keepsEnd)
    const text = keepsEnd ? `${mark}${left}` : `${left}${mark}`
    return sizedItem({ ...entry, item: { ...item, text } }, countTokens)
  }
  let best: Sized | null = null
  let [low, high] = [0, Math.min(item.text.length, maxTokens * CHARS_A_TOKEN)]
  // Counting long texts is slow, so each guess uses the last count, and close is enough.
  for (let guess = (item.text.length * maxTokens) / entry.tokens; low < high; ) {
    const end = Math.min(high, Math.max(low + 1, Math.floor(guess)))
    const tried = made(end)
    if (tried.tokens <= maxTokens) {
      best = tried
      low = end
      if (tried.tokens >= maxTokens * CLOSE) break
    } else high = end - 1
    const next = (end * maxTokens * CLOSER) / tried.tokens
    guess = next > low && next < high ? next : (low + high + 1) / 2
  }
  return best && { ...best, cut: true }
}

/** The items of one group within a budget: short ones stay whole, long ones share the rest. */
function cutGroup(group: Sized[], budget: number, countTokens: Count): Sized[] {
  let left = budget
  const kept = new Map<Sized, Sized | null>()
  for (const [i, entry] of [...group].sort((a, b) => a.tokens - b.tokens).entries()) {
    const made = cutItem(entry, Math.floor(left / (group.length - i)), countTokens)
    kept.set(entry, made)
    left -= made?.tokens ?? 0
  }
  const all = group.map((entry) => kept.get(entry) ?? null)
  return all.every((entry) => entry !== null) ? all : []
}

/**
 * The items with the highest `keep` within a budget. The first that does not fit is cut, and nothing follows
 * it, so that a long item never gives way to an older one, unless it is to stay whole. Items without a drop
 * stage always stay.
 */
export function fitItems(items: Sized[], budget: number, countTokens: Count): Sized[] {
  const groups = groupBy(items, (entry) => entry.group ?? entry)
  const worth = (group: Sized[]) => Math.max(...group.map((entry) => entry.keep))
  let left = budget
  let full = false
  const kept: Sized[] = []
  const ranked = [...groups.values()].sort((a, b) => worth(b) - worth(a) || a[0].order - b[0].order)
  for (const group of ranked) {
    const fixed = group.some((entry) => entry.dropStage === null)
    if (full && !fixed) continue
    const whole = fixed || sumTokens(group) <= left
    if (!whole && group.some((entry) => entry.whole)) continue
    const made = whole ? group : cutGroup(group, left, countTokens)
    full ||= !whole
    kept.push(...made)
    left -= sumTokens(made)
  }
  return kept.sort((a, b) => a.order - b.order)
}
