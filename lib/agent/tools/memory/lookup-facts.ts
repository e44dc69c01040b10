import { z } from 'zod'
import { failed, memoryTool, type ToolEnd } from '@/lib/agent/tools/tool'
import { momentOf } from '@/lib/base/time/calendar'
import { daysIn } from '@/lib/base/time/day'
import type { TimeRange } from '@/lib/base/time/time-range'
import { FACTS_NOTE, factItems } from '@/lib/memory/facts/fact-items'
import { factsFor } from '@/lib/memory/facts/known-facts'
import { relevantFacts } from '@/lib/memory/facts/relevant'
import { type Fact, heldSince, latest } from '@/lib/memory/facts/timeline'
import type { MemoryContext } from '@/lib/memory/recall/memory-context'
import { sceneOf } from '@/lib/memory/recall/recall-memory'
import { build } from '@/lib/prompts/fence'
import { limits } from '@/lib/shared/limits'
import { factLine, factNorm } from '@/lib/shared/memory/facts'
import { standardPredicate } from '@/lib/shared/memory/predicates'
import { distinctSources, type Source } from '@/lib/shared/memory/source'
import { queryArgument, rangeOf, timeRangeArgument } from './searched'

/** What a person stated; with a range, only what was true at some time within it. */
export async function factsWithin(memory: MemoryContext, range: TimeRange | null): Promise<Fact[]> {
  const all = await factsFor(memory)
  if (!range) return all
  const at = (date: Date) => momentOf(date, memory.zone)
  return all.filter(
    (fact) => at(heldSince(fact)) < range.to && (fact.until === null || at(fact.until) > range.from),
  )
}

/** Facts as a model reads them in a tool's result, and what that quotes. */
export function factsText(
  facts: readonly Fact[],
  memory: MemoryContext,
): Pick<ToolEnd, 'found' | 'sources'> & { text: string; sources: Source[] } {
  const day = daysIn(memory.zone)
  memory.labels?.avoid(facts.map((fact) => latest(fact).quote ?? ''))
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
export const NO_FACT = 'No fact matches.'

type Asked = { query?: string | undefined; subject?: string | undefined; predicate?: string | undefined }
/** Facts by subject and predicate, else by words; `more` says that there are others. */
export async function lookUp(
  memory: MemoryContext,
  { query, subject, predicate }: Asked,
  range: TimeRange | null,
): Promise<{ found: Fact[]; more: string }> {
  const within = await factsWithin(memory, range)
  const ofSubject = within.filter((fact) => !subject || factNorm(latest(fact).subject) === factNorm(subject))
  const named = ofSubject.filter(
    (fact) => !predicate || standardPredicate(latest(fact).predicate) === standardPredicate(predicate),
  )
  const listed = named.length || !subject ? named : ofSubject
  const asked = subject || predicate || !query ? listed : relevantFacts(within, query)
  const found = asked.slice(-limits.facts.lookedUp)
  const more = asked.length > found.length ? `The latest ${found.length} of ${asked.length} facts.` : ''
  return { found, more }
}
