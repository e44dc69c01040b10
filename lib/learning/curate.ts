import type { StrategyChange } from '@/lib/db/learning/log/changes'
import type { KnownStrategy } from '@/lib/db/learning/uses/used'
import { type DeltaOutput, type Operation, operationSchema } from '@/lib/prompts/curate'
import { SLUG, type StrategyText } from '@/lib/shared/learning/strategies'
import { isRefusal, readLesson } from './lessons'

/** What the curator decided: lessons to add, changes of known strategies, and what was refused and why. */
export type Curated = { lessons: StrategyText[]; changes: StrategyChange[]; rejected: string[] }

const OPERATIONS: readonly string[] = operationSchema.options.map(({ shape }) => shape.type.value)
/** An operation by what it names; nothing else that a model wrote belongs in a log. */
const about = ({ type, id, ids }: DeltaOutput['operations'][number]) =>
  [OPERATIONS.includes(type) ? type : 'unknown', ...[id ?? [], ids ?? []].flat()]
    .filter((word, i) => i === 0 || SLUG.test(word))
    .join(' ')

/**
 * Reads the curator's operations. Each may name only strategies that it was shown, and none that the person
 * pinned; texts are read like those of any lesson. Anything else is rejected.
 */
export function readOperations(
  { operations }: DeltaOutput,
  shown: readonly KnownStrategy[],
  domain: string,
): Curated {
  const bySlug = new Map(shown.map((one) => [one.slug, one]))
  const curated: Curated = { lessons: [], changes: [], rejected: [] }
  for (const raw of operations) {
    const parsed = operationSchema.safeParse(raw)
    const refusal = parsed.success ? take(parsed.data, bySlug, domain, curated) : 'not an operation'
    if (refusal) curated.rejected.push(`${about(raw)}: ${refusal}`)
  }
  return curated
}

/** Takes one operation over; the result is why not, or null. */
function take(
  operation: Operation,
  bySlug: ReadonlyMap<string, KnownStrategy>,
  domain: string,
  { lessons, changes }: Curated,
): string | null {
  if (operation.type === 'ADD') {
    const { description, tags, ...given } = operation
    const read = readLesson({ ...given, description: description ?? '', tags: tags ?? [] }, domain)
    if (isRefusal(read)) return read.reason
    lessons.push(read)
    return null
  }
  const slugs = operation.type === 'MERGE' ? [...new Set(operation.ids)] : [operation.id]
  const named = slugs.flatMap((slug) => bySlug.get(slug) ?? [])
  const [first, ...others] = named
  if (!first || named.length < slugs.length) return 'there is no such strategy'
  if (named.some(({ pinned }) => pinned)) return 'the person pinned it'
  if (operation.type === 'REMOVE') {
    changes.push({ op: 'REMOVE', id: first.id })
    return null
  }
  if (operation.type === 'MERGE' && others.length === 0) return 'there is nothing to merge it with'
  const read = readLesson(
    {
      ...{ section: 'misc', kind: 'principle', description: '', tags: [] },
      title: operation.title ?? first.title,
      content: operation.content,
    },
    '',
  )
  if (isRefusal(read)) return read.reason
  for (const other of others) changes.push({ op: 'MERGE', into: first.id, from: other.id })
  changes.push({ op: 'UPDATE', id: first.id, set: { title: read.title, content: read.content } })
  return null
}
