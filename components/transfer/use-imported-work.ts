'use client'
import { useEffect, useState } from 'react'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import type { Result } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { ImportedWork, WorkOnImports } from '@/lib/shared/transfer/imported-work'
import { useChanges, useShell } from '../shell/shell-context'
import { toastFailure } from '../ui/toast-failure'
import { loadImportedWork } from './actions'
import { onImportOver } from './queue/imports'

type Ask = (input: { work: WorkOnImports }) => Promise<Result<ImportedWork>>

/** How many imported turns this work is to be done for, and the progress, polled; null until loaded. */
export function useImportedWork(work: WorkOnImports) {
  // Another provider is another model and another price.
  const { provider } = useShell()
  const key = `${provider.roles.utility.model} ${provider.baseUrl}`
  const { value: state, set, reload } = useLoaded(key, () => loadImportedWork({ work }))
  const [busy, setBusy] = useState(false)
  useEffect(() => onImportOver(reload), [reload])
  useChanges((changes) => {
    if (changes.some(({ kind }) => ['summary', 'conversation', 'setting'].includes(kind))) reload()
  })
  const isRunning = (state?.left ?? 0) > 0
  useEffect(() => {
    const handle = isRunning ? setInterval(reload, limits.interface.progressMs) : undefined
    return () => clearInterval(handle)
  }, [isRunning, reload])
  const ask = async (action: Ask) => {
    setBusy(true)
    const result = await action({ work })
    setBusy(false)
    if (result.ok) set(result.value)
    else toastFailure(result.error)
  }
  return { state, busy, ask }
}
