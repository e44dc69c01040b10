import { structuredPatch } from 'diff'
import { limits } from '@/lib/shared/limits'

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
