import { z } from 'zod'
import type { FileInfo } from '@/lib/agent/workspace/outcomes'
import type { Workspace } from '@/lib/agent/workspace/workspace'
import type { StateValue } from '@/lib/base/workspace'
import type { MemoryContext } from '@/lib/memory/recall/memory-context'
import type { Recalled } from '@/lib/memory/recall/recall'
import type { ToolSpec } from '@/lib/model/types'
import type { Decision, RecallRequest } from '@/lib/shared/schemas'
import type { Source } from '@/lib/shared/source'

/**
 * What the tools of a turn work on. Tools never throw on purpose; what went wrong is part of their result.
 */
export type ToolContext = {
  workspace: Workspace
  memory: MemoryContext
  now(): Date
  log?(message: string, fields: Record<string, unknown>): void
}

/**
 * `result` is read by the model and shown to the person, uncut. `sources`, `files` and `state` = what it
 * quotes: memory, and files and values of this workspace. `answer` = the turn's answer, `decision` = how
 * thinking goes on, `recalled` = what was looked up and found.
 */
export type ToolEnd = {
  ok: boolean
  result: string
  sources?: Source[]
  files?: string[]
  /** Files that it names and does not quote. */
  named?: string[]
  state?: StateValue[]
  answer?: string
  decision?: Decision
  recalled?: { request: RecallRequest; found: Recalled }
}
export type Tool<Context = ToolContext> = {
  spec: ToolSpec
  run(args: unknown, context: Context): Promise<ToolEnd>
}

/**
 * A tool whose arguments are checked before it acts; what does not fit is a sentence the model can correct.
 */
export function defineTool<S extends z.ZodObject, Context = ToolContext>(
  spec: { name: string; description: string; inputSchema: S },
  act: (args: z.output<S>, context: Context) => ToolEnd | Promise<ToolEnd>,
): Tool<Context> {
  return {
    spec,
    async run(args, context) {
      const parsed = spec.inputSchema.safeParse(args ?? {})
      return parsed.success ? act(parsed.data, context) : failed(argumentsProblem(spec, parsed.error))
    },
  }
}

/** A tool that reads memory and nothing else, so it also runs without a turn. */
export const memoryTool = <S extends z.ZodObject>(
  spec: { name: string; description: string; inputSchema: S },
  act: (args: z.output<S>, memory: MemoryContext) => Promise<ToolEnd>,
): Tool<Pick<ToolContext, 'memory'>> =>
  defineTool<S, Pick<ToolContext, 'memory'>>(spec, (args, { memory }) => act(args, memory))

function argumentsProblem(
  { name, inputSchema }: { name: string; inputSchema: z.ZodObject },
  error: z.ZodError,
): string {
  const known = Object.entries(inputSchema.shape).map(([key, type]) =>
    z.safeParse(type, undefined).success ? `${key} (optional)` : key,
  )
  const issues = error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.join('.') || 'the arguments'}: ${issue.message}`)
  return `The arguments of ${name} do not fit (${issues.join('; ')}). It takes ${known.length ? known.join(', ') : 'no arguments'}.`
}

/** A call that did its work. */
export const done = (result: string, quotes: Pick<ToolEnd, 'files' | 'named' | 'state'> = {}): ToolEnd => ({
  ok: true,
  result,
  ...quotes,
})
export const failed = (problem: string): ToolEnd => ({ ok: false, result: problem })

const bytes = (count: number) => `${count} ${count === 1 ? 'byte' : 'bytes'}`
/** `notes.md (120 bytes, version 2)`; `more` joins the bracket. */
export const fileLine = (file: FileInfo, more = '') =>
  `${file.path} (${bytes(file.bytes)}, version ${file.version}${more && `, ${more}`})`

export const pathArgument = z.string().describe('Path in the workspace, such as notes/plan.md')
