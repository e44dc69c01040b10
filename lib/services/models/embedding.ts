import { queueEmbedding } from '@/lib/agent/step/ledger'
import { countEmbedded, jobState } from '@/lib/db/memory/embeddings'
import { makeJobsDue } from '@/lib/db/turns/jobs'
import { memoryUnits } from '@/lib/memory/index/searched-index'
import type { EmbeddingDto } from '@/lib/shared/dto'
import { failureSchema } from '@/lib/shared/turn/events'
import type { Person } from '../caller'
import { modelsFor } from './model-settings'

/** How much of a person's memory has embeddings; null without an embedding model. */
export async function embeddingState(person: Person): Promise<EmbeddingDto | null> {
  const { db, ownerId } = person
  const { embedder } = await modelsFor(person)
  if (!embedder) return null
  const [total, embedded, { busy, error }] = await Promise.all([
    memoryUnits(db, ownerId),
    countEmbedded(db, ownerId, embedder.space),
    jobState(db, ownerId, 'embed'),
  ])
  const done = Math.min(embedded.all, total)
  const failure = done < total ? failureSchema.safeParse(error).data : undefined
  return {
    ...{ model: embedder.model, done, total, busy },
    problem: failure ? [failure.message, failure.hint].filter(Boolean).join(' ') : null,
  }
}

/** Queues the embedding of all of a person's memory, if there is a model. What waits for a retry is due now. */
export async function embedAll(person: Person): Promise<void> {
  const { db, ownerId, runtime } = person
  const { embedder } = await modelsFor(person)
  if (!embedder) return
  await makeJobsDue(db, ownerId, 'embed', runtime.now())
  await queueEmbedding(db, runtime, ownerId, embedder)
}
