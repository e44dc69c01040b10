import { parametersOf } from '@/lib/model/call/tool-calls'
import type { ToolSpec } from '@/lib/model/types'

/** Tools as the provider receives them, one per line: counted, and stored for the inspector. */
export const toolText = (tools: ToolSpec[]) =>
  tools
    .map(({ name, description, inputSchema }) =>
      JSON.stringify({ name, description, parameters: parametersOf(inputSchema) }),
    )
    .join('\n')

/** Cuts a tool result for a prompt. Storage keeps it whole. */
export const cutResult = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max)}... (truncated)` : text
