import { z } from 'zod'
import type { ToolSpec } from '@/lib/model/types'

/** Lines of tools that were asked for before: schemas do not change, and are slow to write out. */
const lines = new WeakMap<ToolSpec, string>()
function lineOf(tool: ToolSpec): string {
  const line =
    lines.get(tool) ??
    JSON.stringify({
      name: tool.name,
      description: tool.description,
      parameters: z.toJSONSchema(tool.inputSchema),
    })
  lines.set(tool, line)
  return line
}

/**
 * Tools as the provider receives them (name, description, JSON schema), one a line: counted and kept for the
 * inspector.
 */
export const toolText = (tools: ToolSpec[]) => tools.map(lineOf).join('\n')

/** Cut as prompts cut tool results; storage keeps them whole. */
export const cutResult = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max)}... (truncated)` : text
