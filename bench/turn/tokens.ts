import { gather } from '@/lib/agent/gather/gather'
import { beginStep } from '@/lib/agent/step/step'
import { toolSpecs } from '@/lib/agent/tools/registry'
import type { AgentDeps } from '@/lib/agent/turn-state'
import { historyBefore } from '@/lib/db/ledger/ledger'
import { pathTo } from '@/lib/db/turns/path'
import { getTurn } from '@/lib/db/turns/turns'
import type { Models } from '@/lib/model/models'
import { resultOf } from '@/lib/model/testing'
import { countTokens } from '@/lib/model/tokens'
import { isMemorySection } from '@/lib/shared/usage/baselines'
import { mean } from '../bench'
import type { SeededTalk } from '../seed/seed'
import type { Workplace } from '../workplace'

/** Prompt tokens of a turn's answering call, for Mneme and for both baselines. */
export type PromptSizes = {
  prompt: number
  plainChat: number
  fullContexts: number
  sections: Record<string, number>
}

const NOBODY: Models = {
  describe: () => ({ provider: 'none', model: 'none', offline: true }),
  call: async () => resultOf({}),
  structured: () => Promise.reject(new Error('no structured call is made here')),
}

/** The mean over turns `near` a length, because single turns vary with their window. Writes nothing. */
export async function promptSizes(
  place: Workplace,
  talk: SeededTalk,
  near: readonly number[],
): Promise<PromptSizes> {
  const all: PromptSizes[] = []
  for (const number of near) all.push(await sizesOf(place, talk, number))
  const of = (value: (sizes: PromptSizes) => number) => Math.round(mean(all.map(value)))
  const names = [...new Set(all.flatMap((sizes) => Object.keys(sizes.sections)))]
  return {
    prompt: of((sizes) => sizes.prompt),
    plainChat: of((sizes) => sizes.plainChat),
    fullContexts: of((sizes) => sizes.fullContexts),
    sections: Object.fromEntries(names.map((name) => [name, of((sizes) => sizes.sections[name] ?? 0)])),
  }
}

/**
 * The prompt of a stored turn, planned by the agent's own code from the database as it was before that turn.
 */
async function sizesOf(
  { db, runtime }: Workplace,
  { ownerId, path, branchId }: SeededTalk,
  number: number,
): Promise<PromptSizes> {
  const turn = await getTurn(db, ownerId, `${branchId}_${number}`)
  const deps: AgentDeps = { db, runtime, countTokens, models: NOBODY, jobsAfter: () => [], log: () => {} }
  const lease = { turnId: turn.id, ownerId, attempt: 1, leaseOwner: 'bench' }
  const run = {
    turn,
    lease,
    path: number > 1 ? pathTo(path, number - 1) : [],
    signal: new AbortController().signal,
    emit: () => {},
  }
  const state = await gather(deps, run)
  const { plan } = await beginStep(state, {
    prompt: 'act',
    role: 'reflective',
    round: null,
    tools: toolSpecs(state),
    toolChoice: 'auto',
    note: '',
  })
  const others = plan.sections.reduce(
    (sum, { section, tokens }) => sum + (isMemorySection(section) ? 0 : tokens),
    0,
  )
  const history = (await historyBefore(db, ownerId, [turn])).get(turn.id)
  return {
    prompt: plan.estInputTokens,
    plainChat: others + (history?.plain ?? 0),
    fullContexts: others + (history?.full ?? 0),
    sections: Object.fromEntries(plan.sections.map(({ section, tokens }) => [section, tokens])),
  }
}
