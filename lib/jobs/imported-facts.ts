import { IMPORTED_FACTS } from '@/lib/db/turns/jobs'
import { messagesOf } from '@/lib/db/turns/turn-dto'
import { isForgotten, type Turn } from '@/lib/db/turns/turns'
import { loadSettings } from '@/lib/settings/layers'
import { speakersOf } from '@/lib/shared/speakers'
import { readFacts } from './facts'
import type { JobKind } from './kind'
import { endJob, turnJob } from './turn-job'

/** Whether the person's messages name a speaker, who may be somebody else. */
const isSomebody = (turn: Turn) => speakersOf(messagesOf(turn) ?? []).user !== undefined

/** Reads an imported turn for facts, on request. What it finds waits for the person's approval. */
export const importedFacts: JobKind = {
  name: IMPORTED_FACTS,
  priority: 'background',
  run: turnJob(async (deps, job, turn, signal) => {
    if (isForgotten(turn) || isSomebody(turn)) return endJob(deps, job)
    const settings = await loadSettings(deps.db, turn.ownerId, turn.conversationId)
    return readFacts(deps, job, turn, { settings, signal, mustSucceed: true })
  }),
}
