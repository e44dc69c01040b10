'use client'
import { type FormEvent, useState } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'

/** `what` is renamed, such as "title"; `label` = of the field. */
type Props = {
  heading: string
  label: string
  what: string
  name: string
  maxChars: number
  onSave(name: string): void
  onClose(): void
}

export function NameDialog({ heading, label, what, name, maxChars, onSave, onClose }: Props) {
  const [next, setNext] = useState(name)
  const save = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    onSave(next)
  }
  return (
    <Dialog open onOpenChange={onClose} title={heading}>
      <form onSubmit={save} className="flex flex-col gap-3">
        <input
          autoFocus
          aria-label={label}
          value={next}
          maxLength={maxChars}
          onChange={(event) => setNext(event.target.value)}
          onFocus={(event) => event.target.select()}
          className="h-9 pointer-coarse:h-11 w-full rounded-md border border-line-strong bg-raised px-3 text-sm outline-none focus-visible:border-accent"
        />
        {next.length >= maxChars && (
          <p role="status" className="text-ink-soft text-xs">
            A {what} has at most {maxChars} characters.
          </p>
        )}
        <Button type="submit" look="primary" className="self-start" disabled={!next.trim()}>
          Rename
        </Button>
      </form>
    </Dialog>
  )
}
