import { isOfflineTurn } from '@/lib/agent/offline-turn'
import { commitCall } from '@/lib/agent/step/background-step'
import type { AgentDeps } from '@/lib/agent/turn-state'
import { changeOps } from '@/lib/db/engine/changes'
import { titleTopicOps } from '@/lib/db/memory/topic-writes'
import { type TopicRow, topicRows } from '@/lib/db/memory/topics'
import { turnOptions } from '@/lib/db/turns/turns'
import { NAMED_TERMS } from '@/lib/memory/topics/title-key'
import * as prompt from '@/lib/prompts/topic-name'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'
import { askModel } from '../ask-model'
import type { JobKind } from '../kind'
import { endJob } from '../turn-job'

export const TOPIC_NAMES = 'topic-names'

/**
 * Names topics with a model, one call for each whose terms changed since it was named. Each name is stored
 * right away, so a killed job resumes where it stopped.
 */
export const topicNames: JobKind = {
  name: TOPIC_NAMES,
  priority: 'background',
  run: async (deps, job, signal) => {
    const { db, models } = deps
    const { ownerId } = job
    const turn = { id: null, ownerId }
    if (!models.describe('utility').offline)
      for (const topic of await topicRows(db, ownerId)) {
        const input = topic.title ? null : await inputOf(deps, ownerId, topic)
        if (!input) continue
        const about = {
          turn,
          phase: 'topics',
          signal,
          maxOutputTokens: limits.nameTokens,
        } as const
        const { value, call } = await askModel(deps, prompt, input, about)
        const title = value?.name
          .replace(/\s+/g, ' ')
          .replace(/^["'“]+|["'”.]+$/g, '')
          .trim()
        await commitCall(deps, call, () =>
          title
            ? [
                ...titleTopicOps(db, ownerId, topic.id, topic.titleKey, title),
                ...changeOps(db, ownerId, [{ kind: 'topic', refId: topic.id, op: 'put' }]),
              ]
            : [],
        )
      }
    await endJob(deps, job)
  },
}

/**
 * The words that its name is for, but none that only the built-in engine's turns say: these are never sent.
 */
async function inputOf(
  { db }: AgentDeps,
  ownerId: string,
  { terms }: TopicRow,
): Promise<prompt.Input | null> {
  const named = terms.slice(0, NAMED_TERMS)
  const options = await turnOptions(db, ownerId, [...new Set(named.flatMap(({ turns }) => turns))])
  const sent = new Set(options.filter((turn) => !isOfflineTurn(turn)).map((turn) => turn.id))
  const words = named.filter(({ turns }) => turns.some((id) => sent.has(id))).map(({ word }) => word)
  return words.length ? { words } : null
}
