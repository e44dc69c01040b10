'use server'

import { z } from 'zod'
import * as retention from '@/lib/services/learning/retention'
import * as storage from '@/lib/services/storage'
import { restoreTextsSchema } from '@/lib/shared/memory/retention'
import { action, plainAction } from './action'

/** Hides the notice of a restoration from this person. */
export const dismissRestored = action(z.object({ id: z.iso.datetime() }), async (session, { id }) =>
  storage.dismissRestored(session, id),
)
export const loadRetention = plainAction(retention.retentionState)
export const dropOldTexts = plainAction(retention.dropOldTexts)
export const bringBackTexts = action(restoreTextsSchema, retention.bringBackTexts)
