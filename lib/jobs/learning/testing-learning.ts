import { type Reply, ScriptedModels } from '@/lib/agent/testing'
import { byHand, type Hands, PLAIN } from '@/lib/agent/testing-hands'
import { usedOps } from '@/lib/db/learning/uses/uses'
import type { ModelRequest } from '@/lib/model/types'

type Answer = object | ((request: ModelRequest) => object | string)
/** Replies of a model by the name of the structured output; `act` = of the turn itself. */
export type Replies = Partial<Record<'turn_notes' | 'facts' | 'contradiction', Answer>> & {
  act?: (request: ModelRequest) => Reply
}

/** Notes that say nothing but this. */
export const noted = (said: object = {}) => ({
  ...{ facts: [], summary: 'They spoke about harbours.', insights: [], tags: [], lesson: null },
  title: 'Harbours',
  ...verdict('success'),
  ...said,
})
export const verdict = (label: string, confidence = 0.9) => ({
  verdict: { label, confidence, reason: 'It is so.' },
})
export const lesson = (content: string, over: object = {}) => ({
  ...{ kind: 'principle', title: 'A lesson', description: '', content, tags: ['tests'], section: 'heu' },
  ...{ confidence: 0.9, ...over },
})

/** The name of a structured request; '' for a turn's own call. */
export const nameOf = (request: object) => String((request as { name?: unknown }).name ?? '')

/** A turn and its jobs with a model that answers by name. */
export async function learningBy(replies: Replies) {
  const h = await byHand()
  const models = new ScriptedModels((request) => {
    const name = nameOf(request)
    if (!name) return replies.act?.(request) ?? { text: 'The harbour opens at nine.' }
    const reply = (replies as Record<string, Answer | undefined>)[name]
    const value =
      typeof reply === 'function' ? (reply as (of: ModelRequest) => object | string)(request) : reply
    return { text: typeof value === 'string' ? value : JSON.stringify(value ?? {}) }
  })
  models.offline = false
  h.deps.models = models
  const asked = (name: string) => models.structuredRequests.filter((one) => one.name === name)
  return { ...h, models, asked, replies }
}

/** Sends a message in fast mode and does the jobs that follow. */
export async function taught(h: Pick<Hands, 'say' | 'jobs'>, text: string, conversationId = 'c') {
  const turn = await h.say(conversationId, text, PLAIN)
  await h.jobs.tick()
  return turn
}

/** Marks strategies as cited by a turn. */
export const cite = async ({ db, ownerId }: Hands, turnId: string, ids: readonly string[]) =>
  db.$transaction(
    usedOps(
      db,
      ownerId,
      turnId,
      ids.map((strategyId, rank) => ({
        ...{ strategyId, place: 'playbook' as const, rank, parts: {}, cited: true, trial: false },
      })),
      new Date(),
    ),
  )

/** What is known, without the log: `status content (helpful/harmful/neutral)`. */
export const playbook = async ({ db, ownerId }: Pick<Hands, 'db' | 'ownerId'>) =>
  (await db.strategy.findMany({ where: { ownerId }, orderBy: { slug: 'asc' } })).map(
    (one) => `${one.status} ${one.content} (${one.helpful}/${one.harmful}/${one.neutral})`,
  )
export const verdictsIn = async ({ db }: Pick<Hands, 'db'>) =>
  (await db.verdict.findMany({ orderBy: { turnId: 'asc' } })).map(({ label, by }) => `${label} (${by})`)
