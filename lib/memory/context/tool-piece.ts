import { z } from 'zod'
import type { ContextPart } from '@/lib/db/memory/context-parts'
import type { ToolCallMade } from '@/lib/shared/memory/graph'
import type { Source } from '@/lib/shared/memory/source'
import { FINISHING_TOOL } from '@/lib/shared/turn/finishing-tool'
import { isMemoryTool } from '@/lib/shared/usage/baselines'

type Call = { name: string; args: unknown; ok: boolean; result: string; sources?: Source[] }
export const FILE_LIST = 'Files'

type Head = Pick<ContextPart, 'who' | 'title'>

const HEADING = /^Tool call(?: \d+)?: ([\w-]+)( \(failed\))?$/
const argsSchema = z.record(z.string(), z.unknown()).catch({})

/** A tool call as a piece of a context: its arguments as JSON on one line, then its result. `i` counts from 0. */
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

type CallWithResult = ToolCallMade & { result: string }
/** A stored call for readers. Arguments that are no object, such as forgotten ones, are empty. */
export const callMade = ({ name, ok, args, result }: Call): CallWithResult => ({
  ...{ name, ok, result },
  args: argsSchema.parse(args),
})

/** The call that a piece was made from; null for other pieces. */
export function callIn({ text, ...head }: Head & { text: string }): CallWithResult | null {
  const call = headOf(head)
  const end = `${text}\n`.indexOf('\n')
  return call && callMade({ ...call, args: jsonIn(text.slice(0, end)), result: text.slice(end + 1) })
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** Their files are pieces of the context themselves. */
const ON_FILES = new Set(['write_file', 'edit_file'])
/** Whether a piece repeats recalled text, the answer, or files: they stand elsewhere already. */
export function isRepeat(piece: Head): boolean {
  const { name = '', ok = false } = headOf(piece) ?? {}
  const isList = piece.who === 'file' && piece.title === FILE_LIST
  return isMemoryTool(name) || name === FINISHING_TOOL || (ok && ON_FILES.has(name)) || isList
}
