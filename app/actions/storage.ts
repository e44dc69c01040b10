'use server'
import { z } from 'zod'
import * as storage from '@/lib/services/storage'
import { act } from './act'

const restoredSchema = z.object({ id: z.iso.datetime() })
/** Hides the notice of a restoration from this person. */
export const dismissRestored = async (input: z.infer<typeof restoredSchema>) =>
  act(restoredSchema, input, async (session, { id }) => storage.dismissRestored(session, id))
