import type { z } from 'zod'
import { noteCall } from '@/lib/services/door/call-log'
import type { Outside } from '@/lib/services/outside/outside'
import type { Scope } from '@/lib/shared/door'
import { MnemeError } from '@/lib/shared/errors'
import { problemIn } from '@/lib/shared/text'
import { failed, UNCOMPRESSED } from '../failed'
import { callerOf } from '../outside'

type Route<S extends z.ZodType> = { tool: string; scope: Scope; input: S }
type Answer = { result: object; ids: readonly string[]; count?: number }

/** A route for other programs: parses a JSON body, calls one service, and notes the call without words. */
export const answering =
  <S extends z.ZodType>(
    { tool, scope, input }: Route<S>,
    act: (who: Outside, args: z.output<S>) => Promise<Answer>,
  ) =>
  async (request: Request): Promise<Response> => {
    try {
      const who = await callerOf(request, scope)
      const { data, error } = input.safeParse(await request.json().catch(() => null))
      if (error) throw new MnemeError('invalid', problemIn(error))
      const { result, ids, count } = await act(who, data)
      noteCall(who, tool, ids, count)
      return Response.json(result, { headers: UNCOMPRESSED })
    } catch (error) {
      return failed(error, request, UNCOMPRESSED)
    }
  }
