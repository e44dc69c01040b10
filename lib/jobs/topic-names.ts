import { commitCall } from '@/lib/agent/background-step'
import { isOfflineTurn } from '@/lib/agent/offline-turn'
import type { AgentDeps } from '@/lib/agent/turn-state'
import { changeOps } from '@/lib/db/engine/changes'
import { titleTopicOps } from '@/lib/db/memory/topic-writes'
import { type TopicRow, topicRows } from '@/lib/db/memory/topics'
import { textsById } from '@/lib/db/turns/turn-texts'
import { turnOptions } from '@/lib/db/turns/turns'
import * as prompt from '@/lib/prompts/topic-name'
import { limitsOfTopics as limits } from '@/lib/shared/limits-topics'
import { askModel } from './ask-model'
import type { JobKind } from './kind'
import { endJob } from './turn-job'

export const TOPIC_NAMES = 'topic-names'

/**
 * Names topics with a model, one call for each that has other terms than when it was named. A name is stored as soon
 * as it is there, so a killed job goes on where it was.
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

/** Words and messages of turns that a model may see: what the built-in engine answered is never sent. */
async function inputOf(
  { db }: AgentDeps,
  ownerId: string,
  { terms }: TopicRow,
): Promise<prompt.Input | null> {
  const ids = [...new Set(terms.flatMap(({ turns }) => turns))]
  const offline = new Set((await turnOptions(db, ownerId, ids)).filter(isOfflineTurn).map((turn) => turn.id))
  const texts = (await textsById(db, ownerId, ids)).filter(({ id }) => !offline.has(id))
  const sent = new Set(texts.map(({ id }) => id))
  const words = terms.filter(({ turns }) => turns.some((id) => sent.has(id))).map(({ word }) => word)
  if (words.length === 0) return null
  const messages = texts
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, limits.namedMessages)
    .map(({ userText, answer }) => (userText || answer).slice(0, limits.namedChars))
  return { words, messages }
}
