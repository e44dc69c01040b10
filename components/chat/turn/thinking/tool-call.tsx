'use client'
import { ChevronRight, CircleAlert, Wrench } from 'lucide-react'
import { TextParts } from '@/components/ui/markdown/text-parts'
import { ScrollArea } from '@/components/ui/scroll-area'
import { useFormat } from '@/components/ui/words/use-format'
import type { ToolCall as Call } from '@/lib/shared/turn/events'

const shortArgs = (args: unknown) => {
  const text =
    typeof args === 'object' && args !== null
      ? Object.values(args)
          .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
          .join(', ')
      : String(args ?? '')
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}

/** One tool call: a line that expands to its arguments and result. */
export function ToolCall({ call }: { call: Call }) {
  const format = useFormat()
  return (
    <details className="group rounded-md border border-line bg-raised">
      <summary className="flex cursor-pointer list-none items-center gap-2 px-2.5 py-1.5 text-xs [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-3.5 shrink-0 text-ink-faint transition-transform duration-150 group-open:rotate-90"
        />
        {call.ok ? (
          <Wrench aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
        ) : (
          <CircleAlert aria-label="failed" className="size-3.5 shrink-0 text-error" />
        )}
        <span className="font-medium font-mono">{call.name}</span>
        <span className="min-w-0 flex-1 truncate text-ink-soft">{shortArgs(call.args)}</span>
        <span className="text-ink-faint tabular">{format.duration(call.ms)}</span>
      </summary>
      <div className="grid gap-2 border-line border-t px-2.5 py-2 text-xs">
        <Block title="Input" text={JSON.stringify(call.args, null, 2) ?? ''} />
        <Block title={call.ok ? 'Result' : 'Error'} text={call.result || 'nothing'} />
      </div>
    </details>
  )
}

const Block = ({ title, text }: { title: string; text: string }) => (
  <div className="min-w-0">
    <p className="mb-1 text-ink-faint">{title}</p>
    <ScrollArea
      as="pre"
      className="max-h-60 overflow-auto whitespace-pre-wrap break-words rounded-sm bg-sunken p-2 font-mono"
    >
      <TextParts text={text} />
    </ScrollArea>
  </div>
)
