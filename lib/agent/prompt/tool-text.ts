import { parametersOf } from '@/lib/model/call/tool-calls'
import type { ToolSpec } from '@/lib/model/types'

/** Tools as the provider receives them, one per line: counted, and stored for the inspector. */
export const toolText = (tools: ToolSpec[]) =>
  tools
    .map(({ name, description, inputSchema }) =>
      JSON.stringify({ name, description, parameters: parametersOf(inputSchema) }),
    )
    .join('\n')
