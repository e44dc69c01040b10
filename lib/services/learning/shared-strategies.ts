import { allStrategies, type StrategyRow } from '@/lib/db/learning/strategies'
import { introducedIn, nameGuesser, redactionFor } from '@/lib/heuristics/redact/team'
import { reliability } from '@/lib/learning/score'
import { MnemeError } from '@/lib/shared/errors'
import {
  type ShareDraft,
  STRATEGIES_FILE,
  STRATEGIES_VERSION,
  sharedStrategySchema,
} from '@/lib/shared/learning/strategies-file'
import { standardPredicate } from '@/lib/shared/memory/predicates'
import type { Person } from '../caller'
import { listFacts } from '../facts'

/** Facts that name a person by their object, and facts whose subject is one. */
const NAMES =
  /^(?:name|(?:married|engaged) to|partner|son|daughter|child|brother|sister|mother|father|friend|boss|manager|colleague)$/
const LIVES = /^(?:age|birthday|born|lives|works|studies|married|engaged|nationality|email|phone|speaks)\b/
const NAME = /^\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’.-]+){0,3}$/u

/** The people that the person's facts and these strategies name. */
async function peopleOf(who: Person, rows: readonly StrategyRow[]): Promise<string[]> {
  const { subjects, proposed } = await listFacts(who)
  const facts = [...proposed, ...subjects.flatMap(({ now, earlier }) => [...now, ...earlier])]
  const known = facts.flatMap(({ subject, predicate, object }) => [
    ...(NAMES.test(standardPredicate(predicate)) ? [object] : []),
    ...(LIVES.test(standardPredicate(predicate)) ? [subject] : []),
  ])
  const introduced = introducedIn(
    rows.flatMap(({ title, description, content }) => [title, description, content]),
  )
  return [...new Set([...known.filter((name) => NAME.test(name)), ...introduced])]
}

type Note = ShareDraft['notes'][number]
type Tools = { redaction: ReturnType<typeof redactionFor>; guess: Awaited<ReturnType<typeof nameGuesser>> }

/** Personal data is replaced in every field; null if a field becomes too long by that. */
function entryOf({ section, kind, outcome, ...row }: StrategyRow, { redaction, guess }: Tools) {
  const note: Note = { replaced: [], doubtful: [] }
  const clean = (before: string, loose = false) => {
    const { text, found } = redaction(before, loose)
    for (const { start, end } of found) note.replaced.push(before.slice(start, end))
    note.doubtful.push(...guess(text, loose))
    return text.trim()
  }
  const confidence = Math.round(reliability(row) * 1_000) / 1_000
  const { data: strategy } = sharedStrategySchema.safeParse({
    ...{ section, kind, outcome, confidence },
    ...{ title: clean(row.title), description: clean(row.description), content: clean(row.content) },
    ...{ tags: [...new Set((row.tags as string[]).map((tag) => clean(tag, true)))] },
    domain: clean(row.domain, true),
  })
  const { replaced, doubtful } = note
  return strategy
    ? { strategy, note: { replaced: [...new Set(replaced)], doubtful: [...new Set(doubtful)] } }
    : null
}

/**
 * The strategies in use as a file for other installations, for a person to read before it is saved; `domain`
 * null = every domain. Strategies of a single conversation are not included.
 * @throws MnemeError not_found if there is none.
 */
export async function sharedStrategies(who: Person, domain: string | null): Promise<ShareDraft> {
  const { db, ownerId, runtime } = who
  const every = await allStrategies(db, ownerId)
  const usable = every.filter(({ status, conversationId }) => status === 'active' && conversationId === null)
  const rows = usable.filter((row) => domain === null || row.domain === domain)
  if (rows.length === 0) throw noneIn(domain, [...new Set(usable.flatMap((row) => row.domain || []))].sort())
  const tools = { redaction: redactionFor(await peopleOf(who, rows)), guess: await nameGuesser() }
  const entries = rows.flatMap((row) => entryOf(row, tools) ?? [])
  return {
    file: {
      ...{ format: STRATEGIES_FILE, version: STRATEGIES_VERSION },
      domain: domain === null ? null : tools.redaction(domain, true).text.trim(),
      exportedAt: runtime.now().toISOString(),
      strategies: entries.map(({ strategy }) => strategy),
    },
    notes: entries.map(({ note }) => note),
  }
}

function noneIn(domain: string | null, domains: string[]): MnemeError {
  const known = domains.length ? `There are lessons from: ${domains.join(', ')}.` : undefined
  return domain === null
    ? new MnemeError(
        'not_found',
        'There are no lessons in use to share.',
        'Add or approve one on the Lessons page.',
      )
    : new MnemeError('not_found', `No lesson in use has the domain "${domain}".`, known)
}
