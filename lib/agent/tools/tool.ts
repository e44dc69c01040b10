import { z } from 'zod'
import type { FileInfo } from '@/lib/agent/workspace/rules'
import type { Workspace } from '@/lib/agent/workspace/workspace'
import type { Recalled } from '@/lib/memory/recall/recall'
import type { MemoryContext } from '@/lib/memory/recall/recall-query'
import { readArguments } from '@/lib/model/call/tool-arguments'
import { parametersOf } from '@/lib/model/call/tool-calls'
import type { ToolSpec } from '@/lib/model/types'
import type { Source } from '@/lib/shared/memory/source'
import type { RecallSearch } from '@/lib/shared/schemas'
import { storableJson } from '@/lib/shared/storable'
import type { Permission } from '@/lib/shared/tool-servers'
import type { AskedCall } from '@/lib/shared/turn/events'
import type { StateValue } from '@/lib/shared/workspace'

/** What the tools of a turn work on. Tools do not throw on purpose: what went wrong is their result. */
export type ToolContext = {
  workspace: Workspace
  memory: MemoryContext
  now(): Date
  /** Asks the person before a call; null = no answer. Absent = nobody can be asked. */
  ask?(call: Omit<AskedCall, 'id'>): Promise<Permission | null>
  log?(message: string, fields: Record<string, unknown>): void
}

export type ToolEnd = {
  ok: boolean
  /** What the model reads and the person sees, uncut. */
  result: string
  /** What the result quotes: memory, and files and values of this workspace. */
  sources?: Source[]
  files?: string[]
  state?: StateValue[]
  /** Files that the result names but does not quote. */
  named?: string[]
  /** What it found, in lines for a person; absent = `recalled` says it, or `result` is such lines. */
  found?: string[]
  answer?: string
  recalled?: MemorySearched[]
  /** The text above what they found. */
  lead?: string
  /** The result counts text from an import or an attached file. */
  outside?: boolean
}
/** One search of memory by a tool. `title` = the heading above what it found. */
export type MemorySearched = { title?: string; request: RecallSearch; found: Recalled }
export type Tool<Context = ToolContext> = {
  spec: ToolSpec
  /** Changes nothing, so several may run at the same time. */
  reads?: boolean
  run(args: unknown, context: Context): Promise<ToolEnd>
}

type Described<S extends z.ZodObject> = Omit<ToolSpec, 'inputSchema'> & { inputSchema: S }
/** A tool whose arguments are checked before it acts. */
export function defineTool<S extends z.ZodObject, Context = ToolContext>(
  spec: Described<S>,
  act: (args: z.output<S>, context: Context) => ToolEnd | Promise<ToolEnd>,
): Tool<Context> {
  return {
    spec,
    async run(args, context) {
      const read = readArguments(spec.inputSchema, parametersOf(spec.inputSchema), storableJson(args ?? {}))
      return read.ok ? act(read.args, context) : failed(read.problem)
    },
  }
}

/** A tool that only reads memory, so it also runs without a turn. */
export const memoryTool = <S extends z.ZodObject>(
  spec: Described<S>,
  act: (args: z.output<S>, memory: MemoryContext) => Promise<ToolEnd>,
): Tool<Pick<ToolContext, 'memory'>> => ({
  ...defineTool<S, Pick<ToolContext, 'memory'>>(spec, (args, { memory }) => act(args, memory)),
  reads: true,
})

export const readingTool = <S extends z.ZodObject>(
  spec: Described<S>,
  act: (args: z.output<S>, context: ToolContext) => ToolEnd | Promise<ToolEnd>,
): Tool => ({ ...defineTool<S, ToolContext>(spec, act), reads: true })

export const done = (
  result: string,
  quotes: Pick<ToolEnd, 'files' | 'named' | 'state' | 'found'> = {},
): ToolEnd => ({ ok: true, result, ...quotes })
export const failed = (problem: string): ToolEnd => ({ ok: false, result: problem })

const bytes = (count: number) => `${count} ${count === 1 ? 'byte' : 'bytes'}`
/** `notes.md (120 bytes, version 2)`, with `more` in the bracket. */
export const fileLine = (file: FileInfo, more = '') =>
  `${file.path} (${bytes(file.bytes)}, version ${file.version}${more && `, ${more}`})`

export const pathArgument = z.string().describe('such as notes/plan.md')
