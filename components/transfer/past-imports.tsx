'use client'
import { useCallback, useEffect, useState } from 'react'
import type { PastImport } from '@/lib/shared/import-removal'
import { useShell } from '../shell/shell-context'
import { Button } from '../ui/button'
import { useFormat } from '../ui/use-format'
import { listImports } from './actions'
import { importedWords } from './formats'
import { ImportedWords } from './imported-words'
import { onImportOver } from './queue/imports'
import { RemoveImportDialog } from './remove-import-dialog'

const FIRST = 5

/** Imports that still have conversations here, each with a way to remove it. Empty without any. */
export function PastImports() {
  const format = useFormat()
  const { onChanges } = useShell()
  const [list, setList] = useState<PastImport[]>([])
  const [asked, setAsked] = useState<PastImport | null>(null)
  const [all, setAll] = useState(false)
  const load = useCallback(() => void listImports().then((result) => result.ok && setList(result.value)), [])
  useEffect(() => {
    load()
    const ends = [
      onImportOver(load),
      onChanges((changes) => changes.some(({ kind }) => kind === 'conversation') && load()),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [load, onChanges])
  if (list.length === 0 && !asked) return null
  return (
    <section aria-label="Past imports" className="flex flex-col gap-2">
      <h3 className="font-medium">Past imports</h3>
      <ul className="divide-y divide-line">
        {(all ? list : list.slice(0, FIRST)).map((one) => (
          <li
            key={`${one.at} ${one.from} ${one.file}`}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2"
          >
            <span className="min-w-0 flex-1 basis-64">
              <span className="block truncate font-medium">{nameOf(one)}</span>
              <span className="text-ink-soft">
                <ImportedWords imported={one} />, {format.plural(one.conversations, 'conversation')}
              </span>
            </span>
            <Button size="sm" aria-label={`Remove what ${nameOf(one)} added`} onClick={() => setAsked(one)}>
              Remove…
            </Button>
          </li>
        ))}
      </ul>
      {!all && list.length > FIRST && (
        <Button size="sm" look="ghost" onClick={() => setAll(true)}>
          Show all {list.length}
        </Button>
      )}
      {asked && (
        <RemoveImportDialog
          at={asked.at}
          name={nameOf(asked)}
          onClose={() => setAsked(null)}
          onChanged={load}
        />
      )}
    </section>
  )
}

const nameOf = ({ file, from }: PastImport) => file ?? importedWords(from)
