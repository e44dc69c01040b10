'use client'
import { type ReactNode, useState } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNote } from '@/components/ui/error-note'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import { Select } from '@/components/ui/select'
import { SkeletonText } from '@/components/ui/skeleton'
import { shareStrategies } from '../actions'
import { ShareDraftForm } from './share-draft-form'

const ANY = 'any'

type Props = { domains: string[]; onClose(): void; onClosed(): void }

/** Lessons as a file for other installations, which the person reads before it is saved. */
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
  const { value: draft, error, reload } = useLoaded('', () => shareStrategies({ domain }))
  return (
    <div className="flex flex-col gap-4">
      {children}
      {error && <ErrorNote error={error} {...(error.code === 'not_found' ? {} : { onRetry: reload })} />}
      {!draft && !error && <SkeletonText lines={4} />}
      {draft && <ShareDraftForm draft={draft} onClose={onClose} />}
    </div>
  )
}
