import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { saveJson } from '@/components/ui/save-json'
import { useFormat } from '@/components/ui/words/use-format'
import { fileOf, type ShareDraft, type SharedStrategy } from '@/lib/shared/learning/strategies-file'
import { ShareEntry } from './share-entry'

/** The entries of the file, as they will be written. */
export function ShareDraftForm({ draft, onClose }: { draft: ShareDraft; onClose(): void }) {
  const { plural } = useFormat()
  const [entries, setEntries] = useState(() =>
    draft.file.strategies.map((strategy) => ({ strategy, included: true })),
  )
  const [editing, setEditing] = useState<number | null>(null)
  const change = (at: number, part: Partial<{ strategy: SharedStrategy; included: boolean }>) =>
    setEntries(entries.map((entry, i) => (i === at ? { ...entry, ...part } : entry)))
  const included = entries.flatMap((entry) => (entry.included ? entry.strategy : []))
  const download = () => {
    saveJson(`mneme-strategies-${draft.file.exportedAt.slice(0, 10)}.json`, fileOf(draft, included))
    onClose()
  }
  return (
    <>
      <ul aria-label="Lessons in the file" className="divide-y divide-line border-line border-y">
        {entries.map((entry, at) => (
          <ShareEntry
            // biome-ignore lint/suspicious/noArrayIndexKey: entries neither move nor go
            key={at}
            {...entry}
            note={draft.notes[at] ?? { replaced: [], doubtful: [] }}
            mode={editing === null ? 'read' : editing === at ? 'edit' : 'wait'}
            onEdit={(on) => setEditing(on ? at : null)}
            onChange={(part) => change(at, part)}
          />
        ))}
      </ul>
      <footer className="-mx-5 -my-5 sticky -bottom-5 flex items-center justify-end gap-2 border-line border-t bg-raised px-5 py-3">
        <p className="mr-auto text-ink-soft">{plural(included.length, 'lesson')}</p>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" disabled={included.length === 0 || editing !== null} onClick={download}>
          Download
        </Button>
      </footer>
    </>
  )
}
