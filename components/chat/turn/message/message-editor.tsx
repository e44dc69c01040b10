'use client'
import { useLayoutEffect, useRef, useState } from 'react'
import { isSendKey } from '@/components/chat/composer/composer-keys'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/error-note'
import { type Format, useFormat } from '@/components/ui/words/use-format'
import type { Failure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'

type Props = {
  text: string
  label: string
  note?: string
  action: string
  onSave: (text: string) => Promise<Failure | null>
  onCancel: () => void
}

export const tooLongWords = (text: string, { number }: Format) =>
  `This message is ${number(text.length)} characters long; the limit is ${number(limits.message.maxChars)}.`

export function MessageEditor({ text, label, note, action, onSave, onCancel }: Props) {
  const format = useFormat()
  const [value, setValue] = useState(text)
  const [error, setError] = useState<Pick<Failure, 'message' | 'hint'> | null>(null)
  const [saving, setSaving] = useState(false)
  const editor = useRef<HTMLDivElement>(null)
  // The button that opened it is gone too: the focus goes to the message.
  useLayoutEffect(() => {
    const element = editor.current
    return () => {
      if (element?.contains(document.activeElement))
        element.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
    }
  }, [])
  const tooLong = value.length > limits.message.maxChars
  const save = async () => {
    if (!value.trim() || tooLong || saving) return
    setSaving(true)
    const failure = await onSave(value)
    setSaving(false)
    if (failure) setError(failure)
    else onCancel()
  }
  return (
    <div ref={editor} className="flex flex-col gap-2">
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the person just asked to edit here
        autoFocus
        aria-label={label}
        value={value}
        // Chromium puts the caret before the text.
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(value.length, value.length)}
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation()
            event.preventDefault()
            onCancel()
          } else if (isSendKey(event)) {
            event.preventDefault()
            void save()
          }
        }}
        className="field-sizing-content unkerned max-h-[50vh] min-h-20 w-full resize-none rounded-md border border-line-strong bg-raised px-3 py-2 text-base outline-none focus-visible:border-accent"
      />
      {tooLong && <ErrorNote error={{ message: tooLongWords(value, format), hint: 'Shorten it.' }} />}
      {error && <ErrorNote error={error} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {note && <p className="min-w-0 flex-1 basis-64 text-ink-soft text-sm">{note}</p>}
        <Button size="sm" look="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          size="sm"
          look="primary"
          disabled={!value.trim() || tooLong || saving}
          onClick={() => void save()}
        >
          {action}
        </Button>
      </div>
    </div>
  )
}
