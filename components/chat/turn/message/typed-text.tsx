import { Markdown } from '@/components/ui/markdown/markdown'
import { TextParts } from '@/components/ui/markdown/text-parts'

export const TypedText = ({ text }: { text: string }) =>
  typedParts(text).map((part, index) =>
    part.kind === 'block' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change places
      <div key={index} className="whitespace-normal">
        <Markdown text={part.text} />
      </div>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change places
      <p key={index} dir="auto">
        <TextParts text={part.text} />
      </p>
    ),
  )

type TypedPart = { kind: 'text' | 'block'; text: string }

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const ROW = /^ {0,3}\|.*\|\s*$/
const RULE = /^ {0,3}\|[\s:|-]*-[\s:|-]*\|\s*$/

/** A typed message as text, code blocks and tables. Joined with line breaks, they are the message. */
export function typedParts(message: string): TypedPart[] {
  const lines = message.split('\n')
  const parts: TypedPart[] = []
  let from = 0
  const cut = (start: number, end: number) => {
    if (start > from) parts.push({ kind: 'text', text: lines.slice(from, start).join('\n') })
    parts.push({ kind: 'block', text: lines.slice(start, end).join('\n') })
    from = end
  }
  const closings = closingFences(lines)
  for (let i = 0; i < lines.length; i++) {
    const end = closings.get(i) ?? tableEnd(lines, i)
    if (end === null) continue
    cut(i, end)
    i = end - 1
  }
  if (from < lines.length) parts.push({ kind: 'text', text: lines.slice(from).join('\n') })
  return parts
}

/** For each line that opens a closed code block, the line after the block. */
function closingFences(lines: readonly string[]): Map<number, number> {
  const blocks = new Map<number, number>()
  let open: { at: number; fence: string } | null = null
  lines.forEach((line, at) => {
    const fence = FENCE.exec(line)?.[1]
    if (!fence) return
    if (!open) open = { at, fence }
    else if (fence[0] === open.fence[0] && fence.length >= open.fence.length && line.trim() === fence) {
      blocks.set(open.at, at + 1)
      open = null
    }
  })
  return blocks
}

function tableEnd(lines: readonly string[], start: number): number | null {
  if (!ROW.test(lines[start] ?? '') || !RULE.test(lines[start + 1] ?? '')) return null
  let end = start + 2
  while (ROW.test(lines[end] ?? '')) end++
  return end
}
