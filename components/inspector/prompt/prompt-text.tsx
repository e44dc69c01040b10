'use client'
import { memo } from 'react'
import { type LineKind, lineRuns } from '@/components/inspector/step-words'
import { TextParts } from '@/components/ui/markdown/text-parts'
import { ScrollArea } from '@/components/ui/scroll-area'

const TONES: Partial<Record<LineKind, string>> = {
  heading: 'font-semibold text-accent',
  note: 'text-ink-soft italic',
  item: 'text-accent',
}

/** A prompt text exactly as sent. Colours separate Mneme's own words from quoted material. */
export const PromptText = memo(function PromptText({ text }: { text: string }) {
  return (
    <ScrollArea className="max-h-96 overflow-auto rounded-md bg-sunken px-3 py-2">
      <pre className="whitespace-pre-wrap break-words font-mono text-xs leading-5">
        {lineRuns(text).map((run, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that never changes
          <span key={i} className={TONES[run.kind]}>
            <TextParts text={run.text} />
          </span>
        ))}
      </pre>
    </ScrollArea>
  )
})
