'use client'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { useCopy } from '@/components/ui/hooks/use-copy'
import { type Format, useFormat } from '@/components/ui/words/use-format'
import { bounds, type Reason } from './markdown-bounds'
import type { Piece } from './markdown-pieces'
import { TextParts } from './text-parts'

const SHOWN_CHARS = 100_000

const WHY: Record<Reason, (count: number, format: Format) => string> = {
  nesting: () => `Quotes or lists are nested more than ${bounds.nesting} levels deep.`,
  length: (count, { number }) => `This paragraph is too long to format (${number(count)} characters).`,
  marks: (count, { number }) => `This part has too many formatting marks (${number(count)}).`,
  total: (count, { number }) => `The text is too long to format its last ${number(count)} characters.`,
}

/** Text shown verbatim because it cannot be formatted, with the reason. */
export function PlainText({ piece }: { piece: Extract<Piece, { kind: 'plain' }> }) {
  const { text, reason, count } = piece
  const format = useFormat()
  const { state, copy } = useCopy()
  const [shown, setShown] = useState(SHOWN_CHARS)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div
        role="note"
        className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-3 py-1.5 text-ink-soft text-xs"
      >
        <span className="min-w-0 flex-1 basis-52">Shown as plain text. {WHY[reason](count, format)}</span>
        <span className="-mr-2 flex">
          <Button size="sm" look="ghost" onClick={() => copy(text)}>
            {state === 'copied' ? 'Copied' : state === 'failed' ? 'Copy blocked' : 'Copy'}
          </Button>
        </span>
      </div>
      <p dir="auto" className="unkerned min-w-0 whitespace-pre-wrap break-words">
        <TextParts text={text.slice(0, shown)} />
      </p>
      {text.length > shown && (
        <Button size="sm" className="self-start" onClick={() => setShown(shown + SHOWN_CHARS)}>
          Show {format.number(Math.min(SHOWN_CHARS, text.length - shown))} more characters
        </Button>
      )}
    </div>
  )
}
