'use client'
import { useEffect, useState } from 'react'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import type { Result } from '@/lib/shared/errors'
import type { ImportedSummaries } from '@/lib/shared/transfer/imported-summaries'
import { useChanges, useShell } from '../shell/shell-context'
import { toastFailure } from '../ui/toast-failure'
import { loadImportedSummaries } from './actions'
import { onImportOver } from './queue/imports'

/** How many imported turns a model could summarise better, and the progress; null until loaded. */
export function useImportedSummaries() {
  // Another provider is another model and another price.
  const { provider } = useShell()
  const key = `${provider.roles.utility.model} ${provider.baseUrl}`
  const { value: summaries, set, reload } = useLoaded(key, loadImportedSummaries)
  const [busy, setBusy] = useState(false)
  useEffect(() => onImportOver(reload), [reload])
  useChanges((changes) => {
    if (changes.some(({ kind }) => ['summary', 'conversation', 'setting'].includes(kind))) reload()
  })
  const ask = async (action: () => Promise<Result<ImportedSummaries>>) => {
    setBusy(true)
    const result = await action()
    setBusy(false)
    if (result.ok) set(result.value)
    else toastFailure(result.error)
  }
  return { summaries, busy, ask }
}
