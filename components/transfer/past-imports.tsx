'use client'
import { useEffect, useState } from 'react'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import type { PastImport } from '@/lib/shared/transfer/transfer'
import { useChangesOf } from '../shell/shell-context'
import { Button } from '../ui/button'
import { useFormat } from '../ui/words/use-format'
import { server } from './actions'
import { ImportedWords, importedWords } from './imported-words'
import { onImportOver } from './queue/import-queue'
import { RemoveImportDialog } from './remove-import-dialog'

const FIRST = 5
const AFFECTING = new Set(['conversation'])

/** Imports that still have conversations here, each with a way to remove it. Empty without any. */
export function PastImports() {
  const format = useFormat()
  const { value, reload } = useLoaded('', server.listImports)
  const list = value ?? []
  const [removing, setRemoving] = useState<PastImport | null>(null)
  const [all, setAll] = useState(false)
  useEffect(() => onImportOver(reload), [reload])
  useChangesOf(AFFECTING, reload)
  if (list.length === 0 && !removing) return null
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
            <Button
              size="sm"
              aria-label={`Remove what ${nameOf(one)} added`}
              onClick={() => setRemoving(one)}
            >
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
      {removing && (
        <RemoveImportDialog
          at={removing.at}
          name={nameOf(removing)}
          onClose={() => setRemoving(null)}
          onChanged={reload}
        />
      )}
    </section>
  )
}

const nameOf = ({ file, from }: PastImport) => file ?? importedWords(from)
