'use client'
import { type ReactNode, useState } from 'react'
import { Check } from '@/components/forget/confirm-dialog'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNote } from '@/components/ui/error-note'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import { saveFile } from '@/components/ui/save-file'
import { Select } from '@/components/ui/select'
import { SkeletonText } from '@/components/ui/skeleton'
import { useFormat } from '@/components/ui/words/use-format'
import { fileOf, type ShareDraft, type SharedStrategy } from '@/lib/shared/learning/strategies-file'
import { server } from '../actions'

const ANY = 'any'

type Props = { domains: string[]; onClose(): void; onClosed(): void }

export function ShareDialog({ domains, onClose, onClosed }: Props) {
  const [chosen, setChosen] = useState(ANY)
  return (
    <Dialog
      open
      wide
      guarded
      onOpenChange={(open) => !open && onClose()}
      onClosed={onClosed}
      title="Share lessons"
      description="Names, birth dates, contacts, handles, keys and internal addresses are replaced where recognised. Read the rest before you send it."
    >
      <Draft key={chosen} domain={chosen === ANY ? null : chosen.slice(1)} onClose={onClose}>
        {domains.length > 0 && (
          <Select
            label="Domain to share"
            value={chosen}
            options={[
              { value: ANY, label: 'Every domain' },
              ...domains.map((one) => ({ value: `=${one}`, label: one })),
            ]}
            onChange={setChosen}
          />
        )}
      </Draft>
    </Dialog>
  )
}

type DraftProps = { domain: string | null; onClose(): void; children: ReactNode }
function Draft({ domain, onClose, children }: DraftProps) {
  const { value: draft, error, reload } = useLoaded('', () => server.shareStrategies({ domain }))
  return (
    <div className="flex flex-col gap-4">
      {children}
      {error && <ErrorNote error={error} {...(error.code === 'not_found' ? {} : { onRetry: reload })} />}
      {!draft && !error && <SkeletonText lines={4} />}
      {draft && <Entries draft={draft} onClose={onClose} />}
    </div>
  )
}

function Entries({ draft, onClose }: { draft: ShareDraft; onClose(): void }) {
  const { plural } = useFormat()
  const { strategies, exportedAt } = draft.file
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const included = strategies.filter((_, at) => !left.has(at))
  const include = (at: number, on: boolean) =>
    setLeft(new Set(on ? [...left].filter((one) => one !== at) : [...left, at]))
  const download = () => {
    saveFile(`mneme-strategies-${exportedAt.slice(0, 10)}.json`, fileOf(draft, included))
    onClose()
  }
  return (
    <>
      <ul aria-label="Lessons in the file" className="divide-y divide-line border-line border-y">
        {strategies.map((strategy, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries neither move nor go
          <li key={at} aria-label={strategy.title} className="flex flex-col gap-1.5 py-3">
            <Check checked={!left.has(at)} onChange={(on) => include(at, on)}>
              <span className="font-medium">{strategy.title}</span>
            </Check>
            {!left.has(at) && <EntryText strategy={strategy} note={draft.notes[at]} />}
          </li>
        ))}
      </ul>
      <footer className="-mx-5 -my-5 sticky -bottom-5 flex items-center justify-end gap-2 border-line border-t bg-raised px-5 py-3">
        <p className="mr-auto text-ink-soft">{plural(included.length, 'lesson')}</p>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" disabled={included.length === 0} onClick={download}>
          Download
        </Button>
      </footer>
    </>
  )
}

type TextProps = { strategy: SharedStrategy; note: ShareDraft['notes'][number] | undefined }
/** Its exact text, what was replaced in it, and what may be a name. */
function EntryText({ strategy: { title: _, description, content, tags, ...rest }, note }: TextProps) {
  const fields = Object.entries({ ...rest, tags: tags.join(', ') }).filter(([, value]) => value !== '')
  return (
    <div className="flex flex-col gap-1.5 break-words pl-6.5">
      <p className="whitespace-pre-wrap">{content}</p>
      {description && <p className="whitespace-pre-wrap text-ink-soft">{description}</p>}
      <p className="text-ink-soft text-xs">
        {fields.map(([field, value]) => `${field}: ${value}`).join(' · ')}
      </p>
      {note && note.replaced.length > 0 && <p className="text-xs">Replaced: {note.replaced.join(', ')}</p>}
      {note && note.doubtful.length > 0 && <p className="text-xs">Maybe names: {note.doubtful.join(', ')}</p>}
    </div>
  )
}
