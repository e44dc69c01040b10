import type { Db } from '@/lib/db/engine/client'
import { OFFLINE_MODEL, OUR_MODELS } from '@/lib/shared/own-models'
import { SAMPLE_ORIGIN } from '@/lib/shared/transfer/transfer'

/**
 * The models whose calls no sum counts. The built-in engine uses no tokens that cost anything. The sample's
 * calls count where only the sample is requested, and elsewhere until a model has answered in the person's own
 * conversations.
 */
export async function uncountedModels(db: Db, ownerId: string, conversationId: string | null) {
  if (conversationId) return [OFFLINE_MODEL]
  const own = await db.step.findFirst({
    where: {
      ownerId,
      phase: { in: ['think', 'act'] },
      model: { notIn: OUR_MODELS },
      turn: { conversation: { trashId: null, origin: { not: SAMPLE_ORIGIN } } },
    },
    select: { id: true },
  })
  return own ? OUR_MODELS : [OFFLINE_MODEL]
}
