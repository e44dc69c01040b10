'use client'
import { lazy, Suspense, useState } from 'react'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/markdown/code-block'
import { TextParts } from '@/components/ui/markdown/text-parts'
import { ScrollArea } from '@/components/ui/scroll-area'
import { type Format, useFormat } from '@/components/ui/words/use-format'
import type { DetailsSection, ToolCallMade } from '@/lib/shared/memory/graph'
import { withoutRows } from '@/lib/shared/memory/readable'

/** Loaded with the first text: the graph does not need it. */
export const Markdown = lazy(async () => ({
  default: (await import('@/components/ui/markdown/markdown')).Markdown,
}))

const TypedText = lazy(async () => ({
  default: (await import('@/components/chat/turn/message/typed-text')).TypedText,
}))

const FIRST_CHARS = 2_400
/** Titles of sections shown as plain text rather than as Markdown. */
const VERBATIM = /^(?:Files|State)$/
const IS_MARKDOWN = /\.(?:md|markdown)$/i

export function DetailsText({ title, text, path }: Omit<DetailsSection, 'tool'>) {
  const [whole, setWhole] = useState(false)
  const format = useFormat()
  const cut = !whole && text.length > FIRST_CHARS * 1.25
  const shown = cut ? `${text.slice(0, FIRST_CHARS).trimEnd()} …` : text
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="font-medium text-ink-soft text-xs">{title}</h3>
      {path !== undefined && !IS_MARKDOWN.test(path) ? (
        <CodeBlock code={shown} language={/\.(\w{1,12})$/.exec(path)?.[1] ?? ''} />
      ) : VERBATIM.test(title) ? (
        <Plain text={shown} />
      ) : (
        <Suspense fallback={<Plain text={shown} />}>
          {title === 'User message' ? (
            <div className="flex flex-col gap-2 whitespace-pre-wrap break-words text-sm">
              <TypedText text={shown} />
            </div>
          ) : (
            <Markdown text={withoutRows(shown)} small />
          )}
        </Suspense>
      )}
      {cut && (
        <Button size="sm" look="ghost" className="self-start" onClick={() => setWhole(true)}>
          Show all {format.number(text.length)} characters
        </Button>
      )}
    </section>
  )
}

export const ToolText = ({ title, text }: { title: string; text: string }) => (
  <details>
    <summary className="cursor-pointer break-words text-ink-soft text-xs">{title}</summary>
    <ScrollArea as="div" className="mt-1 max-h-60 overflow-y-auto rounded-sm bg-sunken px-2 py-1">
      <Plain text={text} />
    </ScrollArea>
  </details>
)

const Plain = ({ text }: { text: string }) => (
  <p className="whitespace-pre-wrap break-words text-sm">
    <TextParts text={text} />
  </p>
)

type Args = ToolCallMade['args']
const quoted = (value: unknown) => `“${value}”`
/** What each tool did, from its arguments. Tools that are not listed here search memory. */
const DID: Record<string, (args: Args, format: Format) => string> = {
  write_file: ({ path, text }, format) =>
    `Wrote ${path}, ${format.bytes(new TextEncoder().encode(String(text ?? '')).length)}`,
  edit_file: ({ path, all }) => `Edited ${path}${all === true ? ' in every place' : ''}`,
  delete_file: ({ path }) => `Deleted ${path}`,
  read_file: ({ path }) => `Read ${path}`,
  list_files: () => 'Listed the files',
  search_files: ({ text }) => `Looked for ${quoted(text)} in the files`,
  get_state: ({ key }) => (key ? `Read the note ${quoted(key)}` : 'Read the notes'),
  set_state: ({ key, value }) =>
    value === null ? `Removed the note ${quoted(key)}` : `Noted ${key}: ${value}`,
}

export function toolWords({ name, ok, args }: ToolCallMade, format: Format): string {
  const sought = new Set(
    Object.values(args)
      .flat()
      .filter((value) => typeof value === 'string'),
  )
  const did =
    DID[name]?.(args, format) ??
    (sought.size > 0 ? `Looked up ${[...sought].map(quoted).join(', ')}` : `Used ${name}`)
  return ok ? did : `${did} (failed)`
}
