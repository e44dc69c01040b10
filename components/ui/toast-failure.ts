'use client'
import { toast } from 'sonner'
import type { Failure } from '@/lib/shared/errors'
import { STALE_PAGE } from './call-action'

/** A failure without a better place: a sentence, what to do next, and Reload if that helps. */
export const toastFailure = (failure: Failure) =>
  toast.error(failure.message, {
    ...(failure.hint ? { description: failure.hint } : {}),
    ...(failure === STALE_PAGE
      ? { duration: 60_000, action: { label: 'Reload', onClick: () => location.reload() } }
      : {}),
  })
