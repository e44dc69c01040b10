import type { TimeRange } from '@/lib/base/time/time-range'
import { sourcesOf } from '@/lib/db/memory/outside'
import { REMEMBERED, textsById } from '@/lib/db/turns/turn-texts'
import { lexicalIndexOf } from '@/lib/memory/index/memory-index'
import type { MemoryContext } from '@/lib/memory/recall/memory-context'
import { feelingsIn, toneOf } from '@/lib/model/offline/fallbacks'
import { limits } from '@/lib/shared/limits'
import { type Counted, feelingsOf, topicsOf } from './counts'

/**
 * What a topic, or everything, looks like over a time. `turns` mention it, of `of`; `over` = turns per day or
 * month; `read` = the turns whose words were read, the latest ones; `trend` = how the tone of the later half
 * differs from the earlier one's, -2 to 2, null if too few of them show a feeling.
 */
export type Pattern = {
  turns: number
  of: number
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
  const where = {
    ownerId,
    ...REMEMBERED,
    ...withinScope(memory),
    ...(range ? { createdAt: { gte: range.from, lt: range.to } } : {}),
  }
  const [of, mentions] = await Promise.all([
    db.turn.count({ where }),
    topic === null ? latest(memory, where) : mentionsOf(memory, topic, range),
  ])
  mentions.sort((a, b) => a.at - b.at)
  const day = dayIn(zone)
  const [first, last] = [mentions[0], mentions.at(-1)]
  const ids = mentions.slice(-READ).map(({ id }) => id)
  const order = new Map(ids.map((id, i) => [id, i]))
  const texts = (await textsById(db, ownerId, ids))
    .sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
    .map(({ userText }) => userText)
  return {
    turns: topic === null ? of : mentions.length,
    of,
    first: first ? day(first.at) : null,
    last: last ? day(last.at) : null,
    over: periodsOf(mentions, day),
    topics: topicsOf(texts, topic ?? '', TOPICS),
    feelings: feelingsOf(texts),
    trend: trendOf(texts),
    read: ids,
    outside: (await sourcesOf(db, ownerId, ids)).size > 0,
  }
}

const withinScope = ({ scope }: MemoryContext) =>
  scope.reach === 'conversation' ? { conversationId: scope.conversation?.id ?? '' } : {}

async function latest({ db }: MemoryContext, where: object): Promise<Mention[]> {
  const rows = await db.turn.findMany({
    where,
    orderBy: { createdAt: 'desc' },
    take: MOST,
    select: { id: true, createdAt: true },
  })
  return rows.map(({ id, createdAt }) => ({ id, at: createdAt.getTime() }))
}

/** The turns that contain every word of a topic, or if there are none, any. */
async function mentionsOf(
  { db, ownerId, scope }: MemoryContext,
  topic: string,
  range: TimeRange | null,
): Promise<Mention[]> {
  const { id, path, before } = scope.conversation ?? { id: '', path: [], before: 1 }
  const hits = await lexicalIndexOf().search(db, ownerId, {
    text: topic,
    conversationId: id,
    path,
    before,
    scope: scope.reach === 'owner' ? 'owner' : 'conversation',
    of: 'messages',
    limit: MOST,
    literal: true,
    ...(range ? { only: { from: range.from.getTime(), to: range.to.getTime() - 1 } } : {}),
  })
  const whole = hits.filter(({ asked }) => asked.every(({ held }) => held))
  const turns = new Map((whole.length ? whole : hits).map(({ turnId, at }) => [turnId, at]))
  return [...turns].map(([turn, at]) => ({ id: turn, at }))
}

const dayIn = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
  return (at: number) => format.format(at)
}

/** Turns per day over a short time, per month over a longer one; the latest of them. */
function periodsOf(mentions: readonly Mention[], day: (at: number) => string): Counted[] {
  const [first = 0, last = 0] = [mentions[0]?.at, mentions.at(-1)?.at]
  const length = (last - first) / 86_400_000 <= dayPeriods ? 10 : 7
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
