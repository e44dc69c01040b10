'use client'
import * as usage from '@/app/actions/usage'
import type { CallCursor } from '@/lib/shared/usage/usage'
import type { UsagePeriod } from '@/lib/shared/usage/usage-query'
import { callAction } from '../ui/call-action'

export const loadCalls = (
  conversationId: string | null,
  period: UsagePeriod | null,
  before: CallCursor | null,
) => callAction(() => usage.loadCalls({ conversationId, period, before }))
