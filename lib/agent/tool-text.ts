import { z } from 'zod'
import type { ToolSpec } from '@/lib/model/types'

/** Tools as the provider receives them (name, description, JSON schema), one a line: counted and kept for the inspector. */
export const toolText = (tools: ToolSpec[]) =>
  tools.map((tool) => JSON.stringify({ name: tool.name, description: tool.description, parameters: z.toJSONSchema(tool.inputSchema) })).join('\n')

/** Cut as prompts cut tool results; storage keeps them whole. */
export const cutResult = (text: string, max: number) => (text.length > max ? `${text.slice(0, max)}... (truncated)` : text)
