import { z } from 'zod'
import { failed, memoryTool } from '@/lib/agent/tools/tool'
import { FACTS_NOTE, factItems } from '@/lib/memory/facts/fact-items'
import { factsFor } from '@/lib/memory/facts/known-facts'
import { relevantFacts } from '@/lib/memory/facts/relevant'
import { type Fact, heldSince, isEnding, latest } from '@/lib/memory/facts/timeline'
import { sceneOf } from '@/lib/memory/recall/recall-memory'
import type { MemoryContext } from '@/lib/memory/recall/recall-query'
import { build } from '@/lib/prompts/fence'
import { pacer } from '@/lib/shared/breath'
import { DAY_MS } from '@/lib/shared/day'
import { limits } from '@/lib/shared/limits'
import { factLine, factNorm } from '@/lib/shared/memory/facts'
import { samePredicate } from '@/lib/shared/memory/predicates'
import { distinctSources } from '@/lib/shared/memory/source'
import { zonedMoment } from '@/lib/shared/time/calendar'
import { namedDays } from '@/lib/shared/time/counted-dates'
import { daysIn } from '@/lib/shared/time/day'
import type { TimeRange } from '@/lib/shared/time/time-range'
import { queryArgument, rangeOf, timeRangeArgument } from './searched'

/** What a person stated; with a range, only what holds at some time within it, also one to come. */
export async function factsWithin(memory: MemoryContext, range: TimeRange | null): Promise<Fact[]> {
  const all = await factsFor(memory)
  if (!range) return all
  return all.filter((fact) => {
    const { begins, ends } = spanOf(fact, memory)
    return begins < range.to && (ends === null || ends > range.from)
  })
}

function spanOf(fact: Fact, { zone }: MemoryContext) {
  const end = fact.until ?? (fact.next?.coming ? heldSince(fact.next) : null)
  return { begins: zonedMoment(heldSince(fact), zone), ends: end && zonedMoment(end, zone) }
}

/** Facts that begin or end within a range, or name one of its days. This is slow, so it pauses for others. */
async function happening(facts: readonly Fact[], range: TimeRange, memory: MemoryContext): Promise<Fact[]> {
  const isIn = (at: Date | null) => at !== null && at >= range.from && at < range.to
  const found: Fact[] = []
  const pace = pacer()
  for (const fact of facts) {
    await pace()
    const { object, at } = latest(fact)
    const { begins, ends } = spanOf(fact, memory)
    if (isIn(begins) || isIn(ends) || namedDays(object, at, memory.zone).some(isIn)) found.push(fact)
  }
  return found
}

/** Facts as a model reads them in a tool's result, and what that quotes. */
export function factsText(facts: readonly Fact[], memory: MemoryContext) {
  const day = daysIn(memory.zone)
  memory.labels?.avoid?.(facts.map((fact) => latest(fact).quote ?? ''))
  const items = factItems(facts, sceneOf(memory))
  return {
    text: build([{ name: 'facts', note: FACTS_NOTE, items: items.map(({ item }) => item) }]),
    sources: distinctSources(items.flatMap(({ sources }) => sources)),
    found: facts.map((fact) => `${factLine(latest(fact))} (${day(latest(fact).at.getTime())})`),
  }
}

export const lookupFacts = memoryTool(
  {
    name: 'lookup_facts',
    aliases: ['lookup_user_facts'],
    description:
      'What the person stated as facts, by query, or by subject ("user" = the person) and predicate, then with what was so before.',
    inputSchema: z.object({
      query: queryArgument.optional(),
      subject: queryArgument.optional(),
      predicate: queryArgument.optional(),
      at: timeRangeArgument,
    }),
  },
  async (asked, memory) => {
    const { range, problem } = rangeOf(asked.at, memory)
    if (problem) return failed(problem)
    const { found, more } = await lookUp(memory, asked, range)
    if (found.length === 0) return { ok: true, result: NO_FACT }
    const { text, ...quotes } = factsText(found, memory)
    return { ok: true, result: [more, text].filter(Boolean).join('\n'), ...quotes }
  },
)
const { closest, lookedUp } = limits.facts
export const NO_FACT = 'No fact matches.'

type Asked = { query?: string | undefined; subject?: string | undefined; predicate?: string | undefined }
/**
 * Facts by subject and predicate, else by words, else all; of a time to come, what happens in it. `more` says
 * that there are others, or that these are only close.
 */
export async function lookUp(
  memory: MemoryContext,
  { query, subject, predicate }: Asked,
  range: TimeRange | null,
): Promise<{ found: Fact[]; more: string }> {
  const within = await factsWithin(memory, range)
  const ofSubject = within.filter((fact) => !subject || factNorm(latest(fact).subject) === factNorm(subject))
  const named = ofSubject.filter((fact) => !predicate || samePredicate(latest(fact), { predicate }))
  const isAhead = range !== null && range.from.getTime() > memory.now().getTime() - DAY_MS
  const ahead = isAhead ? await happening(ofSubject, range, memory) : []
  const isNamed = subject !== undefined || predicate !== undefined
  const listed = isNamed || ahead.length === 0 ? named : ahead
  const matching = query && !isNamed ? relevantFacts(within, query) : listed.filter((fact) => !isEnding(fact))
  if (matching.length > 0) {
    const found = matching.slice(-lookedUp)
    return {
      found,
      more: matching.length > found.length ? `The latest ${found.length} of ${matching.length} facts.` : '',
    }
  }
  const asked = [subject, predicate, query].filter(Boolean).join(' ')
  const close = [
    ...new Set([...relevantFacts(ofSubject, asked), ...(subject ? ofSubject.toReversed() : ahead)]),
  ]
  return { found: close.slice(0, closest), more: `${NO_FACT} The closest:` }
}
