import { z } from 'zod'
import { failed, memoryTool } from '@/lib/agent/tools/tool'
import { FACTS_NOTE, factItems } from '@/lib/memory/facts/fact-items'
import { factsFor } from '@/lib/memory/facts/known-facts'
import { relevantFacts } from '@/lib/memory/facts/relevant'
import { type Fact, latest } from '@/lib/memory/facts/timeline'
import { sceneOf } from '@/lib/memory/recall/recall-memory'
import { build } from '@/lib/prompts/fence'
import { factNorm } from '@/lib/shared/facts'
import { limits } from '@/lib/shared/limits'
import { distinctSources } from '@/lib/shared/source'
import { queryArgument, rangeOf, timeRangeArgument } from './searched'

const holds = ({ statements: [{ from }], until }: Fact, first: Date, end: Date) =>
  from < end && (until === null || until > first)

export const lookupFacts = memoryTool(
  {
    name: 'lookup_facts',
    aliases: ['lookup_user_facts'],
    description:
      'What the person stated as facts, with the time since when it is so and its turn: by query, or by subject ("user" = the person, "cat") and predicate. With a subject, or with "at" (a time), also what was so before.',
    inputSchema: z.object({
      query: queryArgument.optional(),
      subject: queryArgument.optional(),
      predicate: queryArgument.optional(),
      at: timeRangeArgument,
    }),
  },
  async ({ query, subject, predicate, at }, memory) => {
    const { range, problem } = rangeOf(at, memory)
    if (problem) return failed(problem)
    const all = await factsFor(memory)
    const within = range ? all.filter((fact) => holds(fact, range.from, range.to)) : all
    const named = within.filter((fact) => {
      const now = latest(fact)
      return (
        (!subject || factNorm(now.subject) === factNorm(subject)) &&
        (!predicate || factNorm(now.predicate) === factNorm(predicate))
      )
    })
    const asked = subject || predicate || !query ? named : relevantFacts(within, query)
    const found = asked.slice(-limits.facts.lookedUp)
    if (found.length === 0) return { ok: true, result: 'No fact matches.' }
    const items = factItems(found, sceneOf(memory))
    const more = asked.length > found.length ? `The latest ${found.length} of ${asked.length} facts.\n` : ''
    return {
      ok: true,
      result: `${more}${build([{ name: 'facts', note: FACTS_NOTE, items: items.map(({ item }) => item) }])}`,
      sources: distinctSources(items.flatMap(({ sources }) => sources)),
    }
  },
)
