'use client'
import { type ReactNode, useState } from 'react'
import type { Failure } from '@/lib/shared/errors'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { ErrorNote } from '../ui/error-note'

type Props = {
  title: string
  description?: string
  /** What the button says, at rest and while it works. */
  act: [words: string, busy: string]
  disabled?: boolean
  /** Why the dialog cannot say what would go. */
  problem?: Failure | null
  /** Returns why it was refused. */
  onConfirm(): Promise<Failure | null>
  onClose(): void
  children: ReactNode
}

/** Asks before something is deleted. It closes itself when that has worked. */
export function ConfirmDialog({ title, description, act, onConfirm, onClose, children, ...state }: Props) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const confirm = async () => {
    setBusy(true)
    const refused = await onConfirm()
    setBusy(false)
    setFailure(refused)
    if (!refused) onClose()
  }
  const error = failure ?? state.problem
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={description}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void confirm()
        }}
        onChange={() => setFailure(null)}
      >
        {error && <ErrorNote error={error} />}
        {children}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" type="submit" disabled={busy || state.disabled}>
            {busy ? act[1] : act[0]}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type CheckProps = { checked: boolean; onChange(on: boolean): void; children: ReactNode }
export function Check({ checked, onChange, children }: CheckProps) {
  return (
    <label className="flex items-start gap-2.5">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-1 size-4 shrink-0 accent-[var(--accent)]"
      />
      <span className="min-w-0 break-words">{children}</span>
    </label>
  )
}
