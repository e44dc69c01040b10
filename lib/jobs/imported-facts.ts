import { commitCalls } from '@/lib/agent/step/ledger'
import { finishJobOps, IMPORTED_FACTS } from '@/lib/db/turns/jobs'
import { importedMessages } from '@/lib/db/turns/turn-dto'
import { isForgotten, type Turn } from '@/lib/db/turns/turns'
import { isSmallTalk } from '@/lib/heuristics/question'
import { edgesOf } from '@/lib/heuristics/text/edges'
import { ownProse } from '@/lib/heuristics/text/own-prose'
import * as prompt from '@/lib/prompts/facts'
import { loadSettings } from '@/lib/settings/layers'
import { speakersOf } from '@/lib/shared/speakers'
import { askModel, hasModel } from './ask-model'
import { endJob, type JobKind, turnJob } from './kind'
import { factReader } from './notes/fact-reader'

/** Whether the person's messages name a speaker, who may be somebody else. */
const isSomebody = (turn: Turn) => speakersOf(importedMessages(turn) ?? []).user !== undefined

/** Reads an imported turn for facts, on request. What it finds waits for the person's approval. */
export const importedFacts: JobKind = {
  name: IMPORTED_FACTS,
  priority: 'background',
  run: turnJob(async (deps, job, turn, signal) => {
    if (isForgotten(turn) || isSomebody(turn) || isSmallTalk(turn.userText)) return endJob(deps, job)
    const { db } = deps
    const settings = await loadSettings(db, turn.ownerId, turn.conversationId)
    const reader = await factReader(deps, turn, settings)
    const byRules = async () => [
      ...finishJobOps(db, job),
      ...(await reader.ops(await reader.byRules(), 'patterns')),
    ]
    if (!hasModel(deps, turn) || !reader.says) return void (await db.$transaction(await byRules()))
    const input = { text: edgesOf(ownProse(turn.userText)), ...reader.input }
    const lines = await reader.lines()
    const sources = lines.flatMap((line) => line.sources)
    const about = { turn, phase: 'facts', sources, signal, mustSucceed: true } as const
    const { value, call } = await askModel(deps, prompt, input, about)
    await commitCalls(deps, [call], async () =>
      value
        ? [...finishJobOps(db, job), ...(await reader.ops(reader.found(value.facts), 'model', lines))]
        : byRules(),
    )
  }),
}
