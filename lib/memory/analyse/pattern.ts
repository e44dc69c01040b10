import { sourcesOf } from '@/lib/db/memory/outside'
import { REMEMBERED, textsById } from '@/lib/db/turns/turn-texts'
import { feelingsIn, toneOf } from '@/lib/heuristics/feelings'
import { asksMemory } from '@/lib/heuristics/question'
import { filterOf } from '@/lib/memory/index/found'
import { kindIndex } from '@/lib/memory/index/load/owner-index'
import { lexicalIndexOf, reachFor } from '@/lib/memory/index/memory-index'
import type { MessageFilter } from '@/lib/memory/index/message-hit'
import { reachedBy } from '@/lib/memory/index/score/reach'
import { type MemoryContext, placeOf } from '@/lib/memory/recall/memory-context'
import { DAY_MS } from '@/lib/shared/day'
import { limits } from '@/lib/shared/limits'
import { daysIn } from '@/lib/shared/time/day'
import type { TimeRange } from '@/lib/shared/time/time-range'
import { type Counted, feelingsOf, rarityIn, topicsOf } from './counts'

/**
 * A topic, or everything, over a time. `turns` mention it, of `of`; `capped` = there may be more; `over` =
 * turns per day or month; `read` = the latest turns, whose words were read; `trend` = how the tone of their
 * later half differs, -2 to 2, null if too few show a feeling.
 */
export type Pattern = {
  turns: number
  of: number
  capped: boolean
  first: string | null
  last: string | null
  over: Counted[]
  topics: Counted[]
  feelings: Counted[]
  trend: number | null
  read: string[]
  outside: boolean
}
type Mention = { id: string; at: number }
const { mentions: MOST, read: READ, topics: TOPICS, periods: PERIODS, dayPeriods } = limits.analyse

export async function patternOf(
  memory: MemoryContext,
  topic: string | null,
  range: TimeRange | null,
): Promise<Pattern> {
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
    topics: topicsOf(texts, topic ?? '', TOPICS, await rarityIn(db, ownerId)),
    feelings: feelingsOf(texts, TOPICS),
    trend: trendOf(texts),
    read: ids,
    outside: (await sourcesOf(db, ownerId, ids)).size > 0,
  }
}

/** The turns within a time that the reader may see. A memory too large for RAM lists its latest ones only. */
async function turnsInReach(
  memory: MemoryContext,
  only: MessageFilter,
): Promise<{ turns: Mention[]; count: number }> {
  const { db, ownerId } = memory
  const data = await kindIndex(db, ownerId, 'message')
  if (!data) return latest(memory, only)
  const reached = reachedBy(data, await reachFor(db, ownerId, data, placeOf(memory)))
  const wanted = filterOf(data, only)
  const turns = new Map<string, number>()
  for (let message = 0; message < data.messages.turn.length; message++) {
    const turn = data.turns.id[data.messages.turn[message] ?? 0] ?? ''
    if (reached.near(message) > 0 && wanted(message) && !turns.has(turn))
      turns.set(turn, data.messages.at[message] ?? 0)
  }
  return { turns: [...turns].map(([turn, at]) => ({ id: turn, at })), count: turns.size }
}

async function latest(
  { db, ownerId, scope }: MemoryContext,
  { from, to }: MessageFilter,
): Promise<{ turns: Mention[]; count: number }> {
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
    ...placeOf(memory),
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
  const counts = new Map<string, number>()
  for (const { at } of mentions) {
    const period = day(at).slice(0, length)
    counts.set(period, (counts.get(period) ?? 0) + 1)
  }
  return [...counts].slice(-PERIODS)
}

/** Texts in the order of their times. */
function trendOf(texts: readonly string[]): number | null {
  const tones = texts.map((text) => toneOf(feelingsIn(text))).filter((tone) => tone !== 0)
  if (tones.length < limits.analyse.leastTones) return null
  const half = Math.floor(tones.length / 2)
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return mean(tones.slice(half)) - mean(tones.slice(0, half))
}
