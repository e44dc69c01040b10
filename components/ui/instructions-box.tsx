'use client'
import { useId, useState } from 'react'
import { limits } from '@/lib/shared/limits'
import { Button } from './button'

const MOST = limits.prompt.instructionsChars

type Props = {
  label: string
  placeholder: string
  value: string
  /** @returns whether it was saved. */
  onSave: (text: string) => Promise<boolean>
}

/** A text that the agent follows, saved by Ctrl+Enter or a button once it differs. */
export function InstructionsBox({ label, placeholder, value, onSave }: Props) {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle')
  const text = draft ?? value
  const isChanged = text.trim() !== value
  const save = async () => {
    setState('saving')
    const saved = await onSave(text.trim())
    setState(saved ? 'saved' : 'idle')
    if (saved) setDraft(null)
  }
  return (
    <div className="flex flex-col gap-2 py-4">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <textarea
        id={id}
        value={text}
        placeholder={placeholder}
        maxLength={MOST}
        rows={4}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isChanged) void save()
        }}
        className="field-sizing-content max-h-80 min-h-24 w-full rounded-md border border-line-strong bg-raised px-3 py-2 text-sm outline-none placeholder:text-ink-faint focus-visible:border-accent"
      />
      <div className="flex items-center gap-2 empty:hidden">
        {isChanged ? (
          <>
            <Button look="primary" disabled={state === 'saving'} onClick={() => void save()}>
              {state === 'saving' ? 'Saving…' : 'Save instructions'}
            </Button>
            <Button disabled={state === 'saving'} onClick={() => setDraft(null)}>
              Discard
            </Button>
          </>
        ) : (
          state === 'saved' && (
            <p role="status" className="text-ink-soft">
              Saved. It applies from your next message.
            </p>
          )
        )}
        {text.length > MOST * 0.8 && (
          <span className="text-ink-soft text-xs tabular-nums">
            {text.length.toLocaleString('en')} of {MOST.toLocaleString('en')} characters
          </span>
        )}
      </div>
    </div>
  )
}
