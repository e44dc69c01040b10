'use server'
import { z } from 'zod'
import * as retention from '@/lib/services/learning/retention'
import * as storage from '@/lib/services/storage'
import { restoreTextsSchema } from '@/lib/shared/memory/retention'
import { runAction } from './run-action'

const restoredSchema = z.object({ id: z.iso.datetime() })
/** Hides the notice of a restoration from this person. */
export const dismissRestored = async (input: z.infer<typeof restoredSchema>) =>
  runAction(restoredSchema, input, async (session, { id }) => storage.dismissRestored(session, id))

export const loadRetention = async () => runAction(z.undefined(), undefined, retention.retentionState)
export const dropOldTexts = async () => runAction(z.undefined(), undefined, retention.dropOldTexts)
export const bringBackTexts = async (input: z.infer<typeof restoreTextsSchema>) =>
  runAction(restoreTextsSchema, input, retention.bringBackTexts)
