import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import { noteCall } from '@/lib/services/door/call-log'
import { logger } from '@/lib/services/log'
import type { Found, Outside } from '@/lib/services/outside/outside'
import { programWords } from '@/lib/services/outside/program-words'
import type { Scope } from '@/lib/shared/door'
import { toFailure } from '@/lib/shared/errors'

type Reply = CallToolResult | InputRequiredResult

export type McpTool = {
  name: string
  description: string
  scope: Scope
  input: z.ZodType
  output: z.ZodObject
  reads?: boolean
  destroys?: boolean
  run(who: Outside, args: never, context: ServerContext): Promise<Reply>
}

type Spec<S extends z.ZodType, T> = Omit<McpTool, 'run' | 'input'> & {
  input: S
  /** What a model reads; the structured content as JSON without it. */
  text?(result: T): string
}

/** A tool that calls one service and shows its result. */
export const toolOf = <S extends z.ZodType, T extends object>(
  { text = (result) => JSON.stringify(result), ...spec }: Spec<S, T>,
  act: (who: Outside, args: z.output<S>, context: ServerContext) => Promise<Found<T>>,
): McpTool => ({
  ...spec,
  run: (who, args: z.output<S>, context) =>
    answered(who, spec.name, async () => {
      const { result, ids } = await act(who, args, context)
      const reply = {
        content: [{ type: 'text' as const, text: text(result) }],
        // Clients refuse properties that the schema does not name.
        structuredContent: spec.output.parse(result),
      }
      return { reply, ids }
    }),
})

/** What went wrong is the result, as a sentence that lets the model correct itself. */
export async function answered(
  who: Outside,
  what: string,
  act: () => Promise<{ reply: Reply; ids: string[] }>,
): Promise<Reply> {
  try {
    const { reply, ids } = await act()
    noteCall(who, what, ids)
    return reply
  } catch (error) {
    const failure = toFailure(error)
    const { code } = failure
    if (code === 'internal') logger().warn({ what, error: String(error) }, 'a call from outside failed')
    noteCall(who, what, [])
    return { content: [{ type: 'text', text: programWords(failure) }], isError: true, _meta: { code } }
  }
}
