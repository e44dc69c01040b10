import type { Db } from '@/lib/db/engine/client'
import type { NewStrategy, StrategyChange } from '@/lib/db/learning/log/apply'
import { strategiesOf } from '@/lib/db/learning/strategies'
import type { KnownStrategy } from '@/lib/db/learning/uses/uses'
import type { Turn } from '@/lib/db/turns/turns'
import { redact } from '@/lib/heuristics/redact/redact'
import { FLAGGED } from '@/lib/learning/consolidate/consolidate'
import { type StrategyText, strategyTextSchema } from '@/lib/shared/learning/strategies'
import type { Verdict } from '@/lib/shared/learning/verdict'
import { limitsOfLearning as limits } from '@/lib/shared/limits/learning'
import type { KnownStrategies } from './similar'
import { cleanStart } from './trajectory'

/** Addresses and ids belong to one case and make no lesson. */
const SPECIFIC =
  /\bhttps?:\/\/|\bwww\.|\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b|\b(?:turn|conv|step|call)_\w{6,}/i
/** Ids of strategies, long codes, and addresses without a scheme: they belong to one case too. */
const OF_ONE_CASE =
  /\b[a-z]{3,4}-\d{5,}\b|\b[\da-f]{24,}\b|\b[a-z]+_[\da-z]{12,}\b|\b[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|ai|app)\b(?:\/|:\d)/i

type Written = Omit<StrategyText, 'domain'>
type Refusal = { reason: string }

/** A lesson without personal data, or why it cannot be stored. */
export function lessonStrategy(written: Written, domain: string): StrategyText | Refusal {
  const clean = (text: string) => redact(text).text.trim()
  const parsed = strategyTextSchema.safeParse({
    section: written.section,
    kind: written.kind,
    title: clean(written.title),
    description: clean(written.description),
    content: clean(written.content),
    tags: [...new Set(written.tags.map(clean).filter(Boolean))],
    domain: clean(domain),
  })
  if (!parsed.success) return { reason: 'a field is too long or empty' }
  const { title, description, content, tags } = parsed.data
  if (content.length < limits.leastContentChars) return { reason: 'its content is too short' }
  const isSpecific = (text: string) => SPECIFIC.test(text) || OF_ONE_CASE.test(text)
  if ([title, description, content, ...tags].some(isSpecific))
    return { reason: 'it names an address or an id' }
  return parsed.data
}
export const isRefusal = (read: StrategyText | Refusal): read is Refusal => 'reason' in read

/** How reliable a lesson counts before it was used. */
export function priorOf({ label, confidence }: Pick<Verdict, 'label' | 'confidence'>): number {
  const { success, failure, least } = limits.priors
  return Math.max(least, (label === 'success' ? success : failure) * confidence)
}

/** A strategy from a lesson. Of a turn that read text from outside it waits for the person's approval. */
export const strategyFrom = (
  lesson: StrategyText,
  turn: Pick<Turn, 'id' | 'userText' | 'tainted'>,
  verdict: Pick<Verdict, 'label' | 'confidence'>,
): NewStrategy => ({
  ...lesson,
  query: cleanStart(turn.userText, limits.queryChars).slice(0, limits.queryChars),
  conversationId: null,
  outcome: verdict.label,
  prior: priorOf(verdict),
  ...{ helpful: 0, harmful: 0, neutral: 0 },
  status: turn.tainted ? 'proposed' : 'active',
  pinned: false,
  untrusted: turn.tainted,
  sources: [turn.id],
  links: [],
})

type From = { turn: Turn; verdict: Pick<Verdict, 'label' | 'confidence'> }

/**
 * A turn's lesson becomes another source of a known strategy, corrects the one it names, or is added. A
 * string = why nothing changes.
 */
export async function lessonChanges(
  db: Db,
  lesson: StrategyText,
  stored: KnownStrategies,
  { turn, verdict }: From,
  updates: KnownStrategy | null = null,
): Promise<StrategyChange[] | string> {
  const { ownerId, tainted } = turn
  const { title, description, content } = lesson
  // Nothing that read text from outside may change what is trusted.
  if (updates && !tainted) {
    if (updates.pinned) return 'the person pinned it'
    const change: StrategyChange = { op: 'UPDATE', id: updates.id, set: { title, description, content } }
    return [...(await sourceChanges(db, ownerId, updates.id, turn.id)), change]
  }
  const { same: known, opposites } = stored.compare(content)
  if (known) {
    if (tainted) return []
    const seen = await sourceChanges(db, ownerId, known.id, turn.id)
    return known.status === 'retired' ? [...seen, revived(known, lesson)] : seen
  }
  const [status, most] = tainted
    ? (['proposed', limits.mostProposed] as const)
    : (['active', limits.mostKept] as const)
  if (stored.all.filter((one) => one.status === status).length >= most) return 'there are too many strategies'
  const links = opposites.map(({ id: to }) => ({ to, relation: 'contradicts' as const, weight: FLAGGED }))
  return [{ op: 'ADD', strategy: { ...strategyFrom(lesson, turn, verdict), links } }]
}

/** It gets one trial, with the words of the new lesson if nobody has approved its own. */
const revived = (
  { id, untrusted }: KnownStrategy,
  { title, description, content }: StrategyText,
): StrategyChange => ({
  ...{ op: 'UPDATE', id, trial: true },
  set: { status: 'quarantined', ...(untrusted ? { title, description, content, untrusted: false } : {}) },
})

/** The turn becomes a source of a strategy, up to the most that one names. */
async function sourceChanges(db: Db, ownerId: string, id: string, turnId: string): Promise<StrategyChange[]> {
  const rows = await strategiesOf(db, ownerId, [id])
  return [...rows.values()].flatMap(({ id, sources }) =>
    sources.includes(turnId) || sources.length >= limits.mostSources
      ? []
      : [{ op: 'UPDATE' as const, id, set: { sources: [...sources, turnId] } }],
  )
}
