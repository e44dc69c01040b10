'use server'

import { z } from 'zod'
import { turnResult } from '@/lib/services/turns/ask'
import { inspectTurn } from '@/lib/services/turns/inspector'
import { trajectory } from '@/lib/services/turns/trajectory'
import { turnChanges } from '@/lib/services/turns/turn-changes'
import { correctDepth as correctDepthOf } from '@/lib/services/turns/turns'
import { idSchema } from '@/lib/shared/schemas'
import { type Depth, depthSchema } from '@/lib/shared/turn/depth'
import { runAction } from './run-action'

const turnId = z.strictObject({ turnId: idSchema })

/** The exact prompts, recalls and ledger of a turn. */
export async function loadInspector(input: { turnId: string }) {
  return runAction(turnId, input, ({ db, ownerId }, { turnId }) => inspectTurn(db, ownerId, turnId))
}

/** What a turn changed in memory, so far. */
export async function loadTurnChanges(input: { turnId: string }) {
  return runAction(turnId, input, turnChanges)
}

/** A person's word on how deep a message should have gone; null takes it back. */
export async function correctDepth(input: { turnId: string; depth: Depth | null }) {
  return runAction(turnId.extend({ depth: depthSchema.nullable() }), input, (session, { turnId, depth }) =>
    correctDepthOf(session, turnId, depth),
  )
}

/** A turn's steps as JSON, in the export form of the original project. */
export async function loadTrajectory(input: { turnId: string }) {
  return runAction(turnId, input, ({ db, ownerId }, { turnId }) => trajectory(db, ownerId, turnId))
}

/** What came of a turn, as the command line prints it. */
export async function loadTurnResult(input: { turnId: string }) {
  return runAction(turnId, input, ({ db, ownerId }, { turnId }) => turnResult(db, ownerId, turnId))
}
