import { lookUp, NO_FACT } from '@/lib/agent/tools/memory/lookup-facts'
import { rangeOf } from '@/lib/agent/tools/memory/searched'
import { FACTS_NOTE, factChanges, factItems } from '@/lib/memory/facts/fact-items'
import { type Fact, heldSince, latest, sourceOf } from '@/lib/memory/facts/timeline'
import { factId } from '@/lib/memory/graph/graph-facts'
import { sceneOf } from '@/lib/memory/recall/recall-memory'
import { build } from '@/lib/prompts/fence'
import { MnemeError } from '@/lib/shared/errors'
import type { Args, factsArgs } from '@/lib/shared/memory/outside'
import { present } from '@/lib/shared/pick'
import { dayNamed, timeNamed } from '@/lib/shared/time/day'
import { memoryOf, nodeUrl, type Outside, turnUrl } from './outside'

/** What the person stated, since when, and what was so before. @throws MnemeError invalid for no time */
export async function answerFacts(who: Outside, { at, ...asked }: Args<typeof factsArgs>) {
  const memory = await memoryOf(who, 0)
  const { range, problem } = rangeOf(at, memory)
  if (problem) throw new MnemeError('invalid', problem)
  const { found, more } = await lookUp(memory, asked, range)
  const facts = found.map((fact) => factOf(who, fact, memory.zone))
  const ids = facts.map(({ id }) => id)
  const items = factItems(found, sceneOf(memory)).map(({ item }, i) => ({
    ...item,
    attributes: { ...item.attributes, id: ids[i] ?? '' },
  }))
  const quoted = build([{ name: 'facts', note: FACTS_NOTE, items }])
  const text = found.length ? [more, quoted].filter(Boolean).join('\n') : NO_FACT
  return { result: { facts, text }, ids }
}

function factOf(who: Outside, fact: Fact, zone: string) {
  const { subject, predicate, object: value } = latest(fact)
  const said = sourceOf(fact)
  const id = factId(fact)
  const { value: before } = factChanges(fact, zone)
  return {
    ...{ id, subject, predicate, value, since: dayNamed(heldSince(fact), zone) },
    ...present({ before, until: fact.until ? timeNamed(fact.until, zone) : undefined }),
    url: said ? turnUrl(who, said.conversationId, said.turnId) : nodeUrl(who, id),
  }
}
