'use client'
import { Check, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../ui/button'

const FIRST = 5
type Props<T> = {
  items: T[]
  keyOf(item: T): string | undefined
  /** What is decided, for assistive technology. */
  nameOf(item: T): string
  note: string
  onApprove(items: T[]): Promise<void>
  onReject(item: T): Promise<void>
  children(item: T): ReactNode
}

export function ApprovalQueue<T>({ items, keyOf, nameOf, note, onApprove, onReject, children }: Props<T>) {
  const id = useId()
  const [all, setAll] = useState(false)
  const [busy, setBusy] = useState(false)
  if (items.length === 0) return null
  const shown = all ? items : items.slice(0, FIRST)
  const approveAll = async () => {
    setBusy(true)
    await onApprove(items)
    setBusy(false)
  }
  return (
    <section aria-labelledby={id} className="rounded-md border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="font-medium text-base">
          Waiting for your approval
        </h2>
        {items.length > 1 && (
          <Button size="sm" disabled={busy} onClick={() => void approveAll()}>
            <Check aria-hidden className="size-4" /> {busy ? 'Approving…' : `Approve all ${items.length}`}
          </Button>
        )}
      </div>
      <p className="text-ink-soft">{note}</p>
      <ul className="mt-2 divide-y divide-line">
        {shown.map((item) => (
          <li key={keyOf(item)} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
            {children(item)}
            <div className="flex gap-2">
              <Button size="sm" aria-label={`Approve ${nameOf(item)}`} onClick={() => void onApprove([item])}>
                <Check aria-hidden className="size-4" /> Approve
              </Button>
              <Button size="sm" aria-label={`Reject ${nameOf(item)}`} onClick={() => void onReject(item)}>
                <X aria-hidden className="size-4" /> Reject
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {shown.length < items.length && (
        <Button size="sm" look="ghost" onClick={() => setAll(true)}>
          Show {items.length - shown.length} more
        </Button>
      )}
    </section>
  )
}
