import { z } from 'zod'
import type { ContextPart } from '@/lib/db/memory/context-parts'
import type { ToolCallMade } from '@/lib/shared/memory/graph'
import type { Source } from '@/lib/shared/memory/source'

type Call = { name: string; args: unknown; ok: boolean; result: string; sources?: Source[] }
type Head = Pick<ContextPart, 'who' | 'title'>

const HEADING = /^Tool call(?: \d+)?: ([\w-]+)( \(failed\))?$/
const RECALLS = new Set(['recall_context', 'search_memories', 'search_summaries', 'lookup_facts'])
const argsSchema = z.record(z.string(), z.unknown())

/** The piece of a context that is its `i`th tool call: the arguments as JSON on one line, then the result. */
export const toolPiece = ({ name, args, ok, result, sources }: Call, i: number) => ({
  who: 'tool' as const,
  title: `Tool call ${i + 1}: ${name}${ok ? '' : ' (failed)'}`,
  text: `${JSON.stringify(args ?? {})}\n${result}`,
  ...(sources?.length ? { sources } : {}),
})

function headOf({ who, title }: Head): Pick<ToolCallMade, 'name' | 'ok'> | null {
  const [, name, failed] = (who === 'tool' && HEADING.exec(title)) || []
  return name ? { name, ok: !failed } : null
}

/** The call that a piece was made from; null for other pieces. Forgotten arguments are empty. */
export function callIn({
  text,
  ...head
}: Head & { text: string }): (ToolCallMade & { result: string }) | null {
  const call = headOf(head)
  if (!call) return null
  const end = `${text}\n`.indexOf('\n')
  return { ...call, args: argsIn(text.slice(0, end)), result: text.slice(end + 1) }
}

function argsIn(line: string): ToolCallMade['args'] {
  try {
    return argsSchema.parse(JSON.parse(line))
  } catch {
    return {}
  }
}

/** Whether a piece quotes recalled text, which is stored elsewhere already. */
export const isRecollection = (piece: Head) => RECALLS.has(headOf(piece)?.name ?? '')
