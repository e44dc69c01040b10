'use client'
import { useMemo } from 'react'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import { TextParts } from '@/components/ui/markdown/text-parts'
import type { FileVersionDto } from '@/lib/shared/dto'
import { cn } from '../ui/cn'
import { ErrorNote } from '../ui/error-note'
import { ScrollArea } from '../ui/scroll-area'
import { SkeletonText } from '../ui/skeleton'
import { useFormat } from '../ui/words/use-format'
import { readWorkspaceFile } from './actions'
import { type DiffLine, lineDiff } from './line-diff'

const SIGN = { same: ' ', added: '+', removed: '-', gap: '⋯', note: ' ' } as const
// Red is for errors only: added lines use the accent colour, removed ones are muted.
const TONE: Record<DiffLine['kind'], string> = {
  same: '',
  added: 'bg-accent-soft text-accent-strong',
  removed: 'bg-sunken text-ink-soft',
  gap: 'text-ink-faint',
  note: 'text-ink-faint italic',
}
const ELEMENT = { same: 'span', added: 'ins', removed: 'del', gap: 'span', note: 'span' } as const

type Props = { conversationId: string; from: FileVersionDto; to: FileVersionDto }

/** The difference between two versions of a file, as unified lines. */
export function FileChanges({ conversationId, from, to }: Props) {
  const format = useFormat()
  const read = (version: FileVersionDto) => readWorkspaceFile({ conversationId, hash: version.hash })
  const { value, error, reload } = useLoaded(`${from.hash} ${to.hash}`, async () => {
    const [before, after] = await Promise.all([read(from), read(to)])
    return !before.ok
      ? before
      : !after.ok
        ? after
        : { ok: true as const, value: { before: before.value.text, after: after.value.text } }
  })
  const diff = useMemo(() => value && lineDiff(value.before, value.after), [value])
  if (error) return <ErrorNote error={error} onRetry={reload} />
  if (!value) return <SkeletonText lines={8} />
  if (!diff)
    return (
      <p className="text-ink-soft text-sm">
        These versions differ too much to compare here. Download both and compare them.
      </p>
    )
  if (diff.lines.length === 0) return <p className="text-ink-soft text-sm">These versions are identical.</p>
  return (
    <figure
      aria-label="Changes"
      dir="ltr"
      className="overflow-hidden rounded-md border border-line bg-surface"
    >
      <figcaption className="flex min-h-8 items-center border-line border-b px-3 text-ink-soft text-xs tabular">
        {format.plural(diff.added, 'line')} added, {format.number(diff.removed)} removed since version{' '}
        {from.version}
      </figcaption>
      <ScrollArea as="pre" className="max-h-[32rem] overflow-auto py-2 font-mono text-[0.8125rem] leading-5">
        <code className="block w-max min-w-full">
          {diff.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are derived from the texts and never move on their own
            <Line key={index} line={line} />
          ))}
        </code>
      </ScrollArea>
      {diff.cut && (
        <p className="border-line border-t px-3 py-2 text-ink-soft text-xs">
          Not everything is shown: there are too many changes.
        </p>
      )}
    </figure>
  )
}

function Line({ line }: { line: DiffLine }) {
  const Element = ELEMENT[line.kind]
  return (
    <Element className={cn('block px-3 no-underline', TONE[line.kind])}>
      <span aria-hidden className="mr-3 inline-block w-[4ch] select-none text-right text-ink-faint tabular">
        {line.after ?? line.before ?? ''}
      </span>
      {SIGN[line.kind]} <TextParts text={line.text} wrapped={false} />
      {'\n'}
    </Element>
  )
}
