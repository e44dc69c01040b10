import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { Found, Outside } from '@/lib/services/outside/outside'
import { programWords } from '@/lib/services/outside/program-words'
import type { Scope } from '@/lib/shared/door'
import { toFailure } from '@/lib/shared/errors'

/** A call that was answered: what the page of calls shows, without words. */
export type Noted = { tool: string; ids: string[] }
/** Who calls, and what becomes of it. */
export type Session = {
  who: Outside
  note(call: Noted): void
  log(message: string, fields: Record<string, unknown>): void
}
export type Reply = CallToolResult | InputRequiredResult

export type McpTool = {
  name: string
  description: string
  scope: Scope
  input: z.ZodType
  output: z.ZodObject
  reads?: boolean
  destroys?: boolean
  run(session: Session, args: never, context: ServerContext): Promise<Reply>
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
  run: (session, args: z.output<S>, context) =>
    answered(session, spec.name, async () => {
      const { result, ids } = await act(session.who, args, context)
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
  { note, log }: Session,
  what: string,
  act: () => Promise<{ reply: Reply; ids: string[] }>,
): Promise<Reply> {
  try {
    const { reply, ids } = await act()
    note({ tool: what, ids })
    return reply
  } catch (error) {
    const failure = toFailure(error)
    const { code } = failure
    if (code === 'internal') log('a call from outside failed', { what, error: String(error) })
    note({ tool: what, ids: [] })
    return { content: [{ type: 'text', text: programWords(failure) }], isError: true, _meta: { code } }
  }
}
