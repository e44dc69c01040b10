import { useCallback, useState } from 'react'
import type { Failure, Result } from '@/lib/shared/errors'
import type { TrashedDto } from '@/lib/shared/memory/forget'
import { listTrash } from '../forget/actions'
import { useChanges } from '../shell/shell-context'

/** The trash as it is now. `remove(null)` empties the list. */
export function useTrash(first: Result<TrashedDto[]>) {
  const [entries, setEntries] = useState(first.ok ? first.value : null)
  const [error, setError] = useState<Failure | null>(first.ok ? null : first.error)
  const reload = useCallback(
    () =>
      void listTrash().then((result) => {
        if (result.ok) setEntries(result.value)
        setError(result.ok ? null : result.error)
      }),
    [],
  )
  useChanges(reload)
  const remove = (trashId: string | null) =>
    setEntries((list) => list && (trashId === null ? [] : list.filter((entry) => entry.trashId !== trashId)))
  return { entries, error, reload, remove }
}
