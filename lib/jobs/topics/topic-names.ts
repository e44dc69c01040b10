import { commitCalls } from '@/lib/agent/step/ledger'
import { isOfflineTurn } from '@/lib/agent/turn-marks'
import type { AgentDeps } from '@/lib/agent/turn-state'
import { changeOps, changesTo } from '@/lib/db/engine/changes'
import { titleTopicOps } from '@/lib/db/memory/topic-writes'
import { awaitsModel, type TopicRow, titleKeyOf, topicRows } from '@/lib/db/memory/topics'
import { rememberedAmong, textsById } from '@/lib/db/turns/turn-texts'
import { turnOptions } from '@/lib/db/turns/turns'
import { tellingSentence, worthsOf } from '@/lib/memory/map/telling-sentence'
import * as prompt from '@/lib/prompts/topic-name'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'
import { askModel } from '../ask-model'
import { endJob, type JobKind } from '../kind'

export const TOPIC_NAMES = 'topic-names'

/** Names topics that neither a person nor a model has named: one call for all of them. */
export const topicNames: JobKind = {
  name: TOPIC_NAMES,
  priority: 'background',
  run: async (deps, job, signal) => {
    const { db, models } = deps
    const { ownerId } = job
    const rows = models.describe('utility').offline ? [] : await topicRows(db, ownerId)
    const topics: { id: string; said: Awaited<ReturnType<typeof sentencesOf>> }[] = []
    for (const row of rows) {
      const said = awaitsModel(row) ? await sentencesOf(deps, ownerId, row) : []
      if (said.length) topics.push({ id: row.id, said })
    }
    if (topics.length) {
      const input = { topics: topics.map(({ said }) => said.map(({ text }) => text)) }
      const maxOutputTokens = limits.nameTokens * topics.length
      const about = { turn: { id: null, ownerId }, phase: 'topics', signal, maxOutputTokens } as const
      const { value, call } = await askModel(deps, prompt, input, about)
      const named = (value?.names ?? []).flatMap(({ topic, name }) => {
        const found = topics[topic - 1]
        const title = plainName(name)
        return found && title ? [{ ...found, title }] : []
      })
      const ids = named.map(({ id }) => id)
      await commitCalls(deps, [call], () => [
        ...named.flatMap(({ id, said, title }) =>
          titleTopicOps(db, ownerId, id, titleKeyOf({ turns: said.map((one) => one.id) }), title),
        ),
        ...changeOps(db, ownerId, changesTo('topic', 'put', ids)),
      ])
    }
    await endJob(deps, job)
  },
}

const plainName = (name: string) =>
  name
    .replace(/\s+/g, ' ')
    .replace(/^["'“„«「]+|["'”“»」.]+$/g, '')
    .trim()

/**
 * What persons wrote that tells most about a topic, never of a turn that only the built-in engine may read.
 */
async function sentencesOf({ db }: AgentDeps, ownerId: string, { terms }: TopicRow) {
  const ids = [...new Set(terms.flatMap(({ turns }) => turns))]
  const live = await rememberedAmong(db, ownerId, ids)
  const options = await turnOptions(db, ownerId, [...live])
  const sent = options.filter((turn) => !isOfflineTurn(turn)).map((turn) => turn.id)
  const worths = worthsOf(terms.flatMap(({ word, named }) => (named ? [] : word)))
  return (await textsById(db, ownerId, sent))
    .flatMap(({ id, userText }) => {
      const told = tellingSentence({ userText, answer: '' }, worths)
      return told ? [{ id, ...told }] : []
    })
    .sort((a, b) => b.worth - a.worth || (a.id < b.id ? -1 : 1))
    .slice(0, limits.nameSentences)
}
