'use server'

import { z } from 'zod'
import { turnResult } from '@/lib/services/turns/ask'
import { inspectTurn } from '@/lib/services/turns/inspector'
import { trajectory } from '@/lib/services/turns/trajectory'
import { turnChanges } from '@/lib/services/turns/turn-changes'
import * as turns from '@/lib/services/turns/turns'
import { idSchema } from '@/lib/shared/schemas'
import { depthSchema } from '@/lib/shared/turn/depth'
import { action } from './action'

const turnId = z.strictObject({ turnId: idSchema })

/** The exact prompts, recalls and ledger of a turn. */
export const loadInspector = action(turnId, ({ db, ownerId }, { turnId }) => inspectTurn(db, ownerId, turnId))

/** What a turn changed in memory, so far. */
export const loadTurnChanges = action(turnId, turnChanges)

/** A person's word on how deep a message should have gone; null takes it back. */
export const correctDepth = action(
  turnId.extend({ depth: depthSchema.nullable() }),
  (session, { turnId, depth }) => turns.correctDepth(session, turnId, depth),
)

/** A turn's steps as JSON, in the export form of the original project. */
export const loadTrajectory = action(turnId, ({ db, ownerId }, { turnId }) => trajectory(db, ownerId, turnId))

/** What came of a turn, as the command line prints it. */
export const loadTurnResult = action(turnId, ({ db, ownerId }, { turnId }) => turnResult(db, ownerId, turnId))
