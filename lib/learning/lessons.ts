import type { NewStrategy } from '@/lib/db/learning/log/changes'
import type { Turn } from '@/lib/db/turns/turns'
import { redact } from '@/lib/heuristics/redact/redact'
import { type StrategyText, strategyTextSchema } from '@/lib/shared/learning/strategies'
import type { Verdict } from '@/lib/shared/learning/verdict'
import { limitsOfLearning as limits } from '@/lib/shared/limits/learning'

/** Addresses and ids belong to one case and make no lesson. */
const SPECIFIC =
  /\bhttps?:\/\/|\bwww\.|\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b|\b(?:turn|conv|step|call)_\w{6,}/i
/** Ids of strategies, long codes, and addresses without a scheme: they belong to one case too. */
const OF_ONE_CASE =
  /\b[a-z]{3,4}-\d{5,}\b|\b[\da-f]{24,}\b|\b[a-z]+_[\da-z]{12,}\b|\b[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|ai|app)\b(?:\/|:\d)/i

type Written = Omit<StrategyText, 'domain'>
export type Refusal = { reason: string }

/** A lesson without personal data, or why it cannot be stored. */
export function readLesson(written: Written, domain: string): StrategyText | Refusal {
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
  if (
    ![title, description, content, ...tags].every((text) => !SPECIFIC.test(text) && !OF_ONE_CASE.test(text))
  )
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
  query: redact(turn.userText.slice(0, 2 * limits.queryChars + limits.redactMargin)).text.slice(
    0,
    limits.queryChars,
  ),
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
