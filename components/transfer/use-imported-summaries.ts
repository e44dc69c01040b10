'use client'
import { useCallback, useEffect, useState } from 'react'
import type { Result } from '@/lib/shared/errors'
import type { ImportedSummaries } from '@/lib/shared/imported-summaries'
import { useShell } from '../shell/shell-context'
import { toastFailure } from '../ui/toast-failure'
import { loadImportedSummaries } from './actions'
import { onImportOver } from './queue/imports'

/** How many imported turns a model could summarise better, and the progress; null until loaded. */
export function useImportedSummaries() {
  const { onChanges, provider } = useShell()
  const [summaries, set] = useState<ImportedSummaries | null>(null)
  const [busy, setBusy] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another provider is another model and another price
  useEffect(() => {
    let current = true
    const load = () =>
      void loadImportedSummaries().then((result) => current && result.ok && set(result.value))
    load()
    const ends = [
      onImportOver(load),
      onChanges(
        (changes) =>
          changes.some(({ kind }) => kind === 'summary' || kind === 'conversation' || kind === 'setting') &&
          load(),
      ),
    ]
    return () => {
      current = false
      for (const end of ends) end()
    }
  }, [onChanges, provider])
  const ask = useCallback(async (action: () => Promise<Result<ImportedSummaries>>) => {
    setBusy(true)
    const result = await action()
    setBusy(false)
    if (result.ok) set(result.value)
    else toastFailure(result.error)
  }, [])
  return { summaries, busy, ask }
}
