'use client'
import * as usage from '@/app/actions/usage'
import type { CallCursor } from '@/lib/shared/usage'
import { callAction } from '../ui/call-action'

/** The one way from the usage page to the server. */
export const loadCalls = (conversationId: string | null, before: CallCursor | null) =>
  callAction(() => usage.loadCalls({ conversationId, before }))
