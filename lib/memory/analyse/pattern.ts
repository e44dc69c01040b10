import type { Db } from '@/lib/db/engine/client'
import { outsideSources } from '@/lib/db/memory/outside'
import { REMEMBERED, textsById } from '@/lib/db/turns/turn-texts'
import { feelingsIn, toneOf } from '@/lib/heuristics/feelings'
import { asksMemory } from '@/lib/heuristics/question'
import { contentWords } from '@/lib/heuristics/text/words'
import { filterOf } from '@/lib/memory/index/found'
import type { MessageFilter } from '@/lib/memory/index/load/data'
import { kindIndex } from '@/lib/memory/index/load/owner-index'
import { lexicalIndexOf, reachFor } from '@/lib/memory/index/memory-index'
import { reachedUnits } from '@/lib/memory/index/score/reach'
import { type MemoryContext, scopeOf } from '@/lib/memory/recall/recall-query'
import { contentTerms } from '@/lib/memory/text/terms'
import { DAY_MS } from '@/lib/shared/day'
import { countEach } from '@/lib/shared/group-by'
import { limits } from '@/lib/shared/limits'
import { daysIn } from '@/lib/shared/time/day'
import type { TimeRange } from '@/lib/shared/time/time-range'

export type Pattern = Awaited<ReturnType<typeof patternOf>>
type Mention = { id: string; at: number }
const { mentions: MOST, read: READ, topics: TOPICS, periods: PERIODS, dayPeriods } = limits.analyse

/**
 * A topic, or everything, over a time. `turns` mention it, of `of`; `capped` = there may be more; `over` =
 * turns per day or month; `read` = the latest turns, whose words were read; `trend` = how the tone of their
 * later half differs, -2 to 2, null if too few show a feeling.
 */
export async function patternOf(memory: MemoryContext, topic: string | null, range: TimeRange | null) {
  const { db, ownerId, zone } = memory
  const only = range ? { from: range.from.getTime(), to: range.to.getTime() - 1 } : {}
  const all = await turnsInReach(memory, only)
  const mentions = topic === null ? all.turns : await mentionsOf(memory, topic, only)
  mentions.sort((a, b) => a.at - b.at)
  const day = daysIn(zone)
  const [first, last] = [mentions[0], mentions.at(-1)]
  // The first one too: its date is shown.
  const ids = [...new Set([...mentions.slice(0, 1), ...mentions.slice(-READ)].map(({ id }) => id))]
  const order = new Map(ids.map((id, i) => [id, i]))
  const texts = (await textsById(db, ownerId, ids))
    .sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
    .map(({ userText }) => userText)
  return {
    turns: topic === null ? all.count : mentions.length,
    of: all.count,
    capped: mentions.length < all.count && mentions.length >= MOST,
    first: first ? day(first.at) : null,
    last: last ? day(last.at) : null,
    over: periodsOf(mentions, day),
    topics: topicsOf(texts, topic ?? '', await rarityIn(db, ownerId)),
    feelings: feelingsOf(texts),
    trend: trendOf(texts),
    read: ids,
    outside: (await outsideSources(db, ownerId, ids)).size > 0,
  }
}

/** The turns within a time that the reader may see. A memory too large for RAM lists its latest ones only. */
async function turnsInReach(memory: MemoryContext, only: MessageFilter) {
  const { db, ownerId } = memory
  const data = await kindIndex(db, ownerId, 'message')
  if (!data) return latest(memory, only)
  const reached = reachedUnits(data, await reachFor(db, ownerId, data, scopeOf(memory)))
  const wanted = filterOf(data, only)
  const turns = new Map<string, number>()
  for (let message = 0; message < data.messages.turn.length; message++) {
    const turn = data.turns.id[data.messages.turn[message] ?? 0] ?? ''
    if (reached.near(message) > 0 && wanted(message) && !turns.has(turn))
      turns.set(turn, data.messages.at[message] ?? 0)
  }
  return { turns: [...turns].map(([turn, at]) => ({ id: turn, at })), count: turns.size }
}

async function latest({ db, ownerId, scope }: MemoryContext, { from, to }: MessageFilter) {
  const where = {
    ownerId,
    ...REMEMBERED,
    ...(scope.reach === 'conversation' ? { conversationId: scope.conversation?.id ?? '' } : {}),
    ...(from === undefined || to === undefined
      ? {}
      : { createdAt: { gte: new Date(from), lte: new Date(to) } }),
  }
  const [count, rows] = await Promise.all([
    db.turn.count({ where }),
    db.turn.findMany({
      where,
      orderBy: { createdAt: 'desc' },
      take: MOST,
      select: { id: true, createdAt: true },
    }),
  ])
  return { count, turns: rows.map((row) => ({ id: row.id, at: row.createdAt.getTime() })) }
}

/** The turns in which the person says every word of a topic, other than to ask memory for it; at most `MOST`. */
async function mentionsOf(memory: MemoryContext, topic: string, only: MessageFilter): Promise<Mention[]> {
  const hits = await lexicalIndexOf().search(memory.db, memory.ownerId, {
    ...scopeOf(memory),
    text: topic,
    of: 'messages',
    limit: MOST,
    literal: true,
    only: { ...only, part: 'user' },
  })
  const whole = hits.filter(({ asked }) => asked.every(({ held }) => held))
  const times = new Map(whole.map(({ turnId, at }) => [turnId, at]))
  const texts = await textsById(memory.db, memory.ownerId, [...times.keys()])
  return texts.flatMap(({ id, userText }) => (asksMemory(userText) ? [] : { id, at: times.get(id) ?? 0 }))
}

/** Turns per day over a short time, per month over a longer one; the latest of them. */
function periodsOf(mentions: readonly Mention[], day: (at: number) => string): Counted[] {
  const [first = 0, last = 0] = [mentions[0]?.at, mentions.at(-1)?.at]
  const length = (last - first) / DAY_MS <= dayPeriods ? 10 : 7
  return [...countEach(mentions.map(({ at }) => day(at).slice(0, length)))].slice(-PERIODS)
}

function trendOf(texts: readonly string[]): number | null {
  const tones = texts.map((text) => toneOf(feelingsIn(text))).filter((tone) => tone !== 0)
  if (tones.length < limits.analyse.leastTones) return null
  const half = Math.floor(tones.length / 2)
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return mean(tones.slice(half)) - mean(tones.slice(0, half))
}

type Counted = [name: string, count: number]

/** How telling a word is, by how few of all messages contain it; every word is alike in a huge memory. */
export async function rarityIn(db: Db, ownerId: string): Promise<(key: string) => number> {
  const data = await kindIndex(db, ownerId, 'message')
  return (key) => (data ? Math.log((data.live.units + 1) / (data.postings.get(key)?.length || 1)) ** 2 : 1)
}

/** The words that at least two of these texts share and that tell them apart, as written. */
export function topicsOf(texts: readonly string[], but: string, rarity: (key: string) => number): Counted[] {
  const left = new Set(contentTerms(but).map(({ key }) => key))
  const counts = new Map<string, number>()
  const written = new Map<string, string>()
  for (const text of texts) {
    const telling = new Set(contentWords(text).map(({ at }) => at))
    for (const [key, word] of new Map(
      contentTerms(text).flatMap(({ key, start, end }) =>
        telling.has(start) ? [[key, text.slice(start, end)] as const] : [],
      ),
    )) {
      if (left.has(key) || !/\p{L}{3}|[\p{Script=Han}\p{Script=Kana}\p{Script=Hangul}]{2}/u.test(word))
        continue
      counts.set(key, (counts.get(key) ?? 0) + 1)
      if (!written.has(key)) written.set(key, word.toLowerCase())
    }
  }
  return [...counts]
    .filter(([, count]) => count >= 2)
    .map(([key, count]) => ({ name: written.get(key) ?? key, count, weight: count * rarity(key) }))
    .sort((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1))
    .slice(0, TOPICS)
    .map(({ name, count }) => [name, count])
}

/** How many of these texts express each feeling, the most frequent ones. */
export function feelingsOf(texts: readonly string[]): Counted[] {
  const counts = countEach(texts.flatMap(feelingsIn))
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, TOPICS)
}

/** `piano 5, lessons 3`, or a dash. */
export const counted = (counts: readonly Counted[]) =>
  counts.map(([name, count]) => `${name} ${count}`).join(', ') || '–'
