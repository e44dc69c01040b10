import { z } from 'zod'
import type { ToolSpec } from '@/lib/model/types'
import type { Recall } from '@/lib/shared/events'
import type { Decision, RecallRequest } from '@/lib/shared/schemas'
import type { FileInfo, Workspace } from '../workspace'

/** What tools work on. `recall` must not throw: what it did not find is part of its text. */
export type ToolContext = {
  workspace: Workspace
  recall(request: RecallRequest): Promise<{ recall: Recall; text: string }>
  now(): Date
  log?(message: string, fields: Record<string, unknown>): void
}

/** `result` is read by the model and shown to the person, uncut. `answer` = the turn's answer, `decision` = how thinking goes on, `recall` = what was looked up. */
export type ToolEnd = { ok: boolean; result: string; answer?: string; decision?: Decision; recall?: Recall }
export type Tool = { spec: ToolSpec; run(args: unknown, context: ToolContext): Promise<ToolEnd> }

/** A tool whose arguments are checked before it acts; what does not fit is a sentence the model can correct. */
export function defineTool<S extends z.ZodObject>(
  spec: { name: string; description: string; inputSchema: S },
  act: (args: z.output<S>, context: ToolContext) => ToolEnd | Promise<ToolEnd>,
): Tool {
  return {
    spec,
    async run(args, context) {
      const parsed = spec.inputSchema.safeParse(args ?? {})
      return parsed.success ? act(parsed.data, context) : failed(argumentsProblem(spec, parsed.error))
    },
  }
}

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

export const done = (result: string): ToolEnd => ({ ok: true, result })
export const failed = (problem: string): ToolEnd => ({ ok: false, result: problem })

const bytes = (count: number) => `${count} ${count === 1 ? 'byte' : 'bytes'}`
/** `notes.md (120 bytes, version 2)`; `more` joins the bracket. */
export const fileLine = (file: FileInfo, more = '') =>
  `${file.path} (${bytes(file.bytes)}, version ${file.version}${more && `, ${more}`})`

export const pathArgument = z.string().describe('Path in the workspace, such as notes/plan.md')
