'use client'
import { structuredPatch } from 'diff'
import { useMemo } from 'react'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import { TextParts } from '@/components/ui/markdown/text-parts'
import type { FileVersionDto } from '@/lib/shared/dto'
import { limits } from '@/lib/shared/limits'
import { cn } from '../ui/cn'
import { ErrorNote } from '../ui/error-note'
import { ScrollArea } from '../ui/scroll-area'
import { SkeletonText } from '../ui/skeleton'
import { useFormat } from '../ui/words/use-format'
import { server } from './actions'

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

export function FileChanges({ conversationId, from, to }: Props) {
  const format = useFormat()
  const read = (version: FileVersionDto) => server.readWorkspaceFile({ conversationId, hash: version.hash })
  const { value, error, reload } = useLoaded(`${from.hash} ${to.hash}`, async () => {
    const [before, after] = await Promise.all([read(from), read(to)])
    if (!before.ok) return before
    if (!after.ok) return after
    return { ok: true, value: { before: before.value.text, after: after.value.text } } as const
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

/** `gap` = omitted unchanged lines, without text. Numbers count from 1; null = not in that version. */
export type DiffLine = {
  kind: 'same' | 'added' | 'removed' | 'gap' | 'note'
  text: string
  before: number | null
  after: number | null
}
/** `cut` = changed places beyond the limit. */
type LineDiff = { lines: DiffLine[]; added: number; removed: number; cut: boolean }

const { contextLines, maxEdits, maxMs, maxLines } = limits.workspace.diff
const KINDS: Record<string, DiffLine['kind']> = { '+': 'added', '-': 'removed', ' ': 'same', '\\': 'note' }
const GAP: DiffLine = { kind: 'gap', text: '', before: null, after: null }

/** The changed lines of a text with a few around each; null if the difference is too large. */
export function lineDiff(
  before: string,
  after: string,
  most: { edits?: number; lines?: number } = {},
): LineDiff | null {
  const patch = structuredPatch('before', 'after', before, after, undefined, undefined, {
    context: contextLines,
    maxEditLength: most.edits ?? maxEdits,
    timeout: maxMs,
  })
  if (!patch) return null
  const endsDiffer = before.endsWith('\n') !== after.endsWith('\n')
  const all: DiffLine[] = []
  for (const hunk of patch.hunks) {
    if (all.length || hunk.oldStart > 1) all.push(GAP)
    let [old, next] = [hunk.oldStart, hunk.newStart]
    for (const line of hunk.lines) {
      const kind = KINDS[line[0] ?? ' '] ?? 'same'
      if (kind === 'note' && !endsDiffer) continue
      const text = kind === 'note' ? 'no newline at end of file' : line.slice(1)
      all.push({
        kind,
        text,
        before: kind === 'same' || kind === 'removed' ? old++ : null,
        after: kind === 'same' || kind === 'added' ? next++ : null,
      })
    }
  }
  const count = (kind: DiffLine['kind']) => all.filter((line) => line.kind === kind).length
  const shown = most.lines ?? maxLines
  return {
    lines: all.slice(0, shown),
    added: count('added'),
    removed: count('removed'),
    cut: all.length > shown,
  }
}
