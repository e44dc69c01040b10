'use client'
import Link from 'next/link'
import { useState } from 'react'
import type { Failure } from '@/lib/shared/errors'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { ErrorNote } from '../ui/error-note'
import { saveJson } from '../ui/save-json'
import { Select } from '../ui/select'
import { shareStrategies } from './actions'

const ANY = 'any'

type Props = { domains: string[]; onClose(): void; onClosed(): void }

/** Strategies as a file for other installations. */
export function ShareDialog({ domains, onClose, onClosed }: Props) {
  const [chosen, setChosen] = useState(ANY)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Failure | null>(null)
  const share = async () => {
    const domain = chosen === ANY ? null : chosen.slice(1)
    setBusy(true)
    const result = await shareStrategies({ domain })
    setBusy(false)
    if (!result.ok) return setError(result.error)
    saveJson(`mneme-strategies-${result.value.exportedAt.slice(0, 10)}.json`, result.value)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      onClosed={onClosed}
      title="Share strategies"
      description="The file contains the strategies in use and how reliable each one was. Turns, conversations and personal data are not included."
    >
      {domains.length > 0 && (
        <Select
          label="Domain to share"
          value={chosen}
          options={[
            { value: ANY, label: 'Every domain' },
            ...domains.map((one) => ({ value: `=${one}`, label: one })),
          ]}
          onChange={(value) => {
            setChosen(value)
            setError(null)
          }}
        />
      )}
      <p className="mt-4 text-ink-soft first:mt-0">
        To add a shared file, choose it on the{' '}
        <Link href="/import" className="font-medium text-accent hover:underline">
          Import page
        </Link>
        . Its strategies wait here for your approval.
      </p>
      {error && (
        <div className="mt-4">
          <ErrorNote error={error} />
        </div>
      )}
      <footer className="mt-5 flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" disabled={busy} onClick={() => void share()}>
          Download
        </Button>
      </footer>
    </Dialog>
  )
}
