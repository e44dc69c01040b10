import type { z } from 'zod'
import { ensureUser } from '@/lib/db/users'
import { admitCaller } from '@/lib/services/door/admit-caller'
import { noteCall } from '@/lib/services/door/call-log'
import type { Outside } from '@/lib/services/outside/outside'
import { service } from '@/lib/services/service'
import type { Scope } from '@/lib/shared/door'
import { MnemeError } from '@/lib/shared/errors'
import { problemIn } from '@/lib/shared/text'
import { baseOf } from '../base-of'
import { failed } from '../failed'

const HEADERS = { 'cache-control': 'private, no-store, no-transform' }

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
      const running = await service()
      const { db, runtime } = running
      const caller = await admitCaller(running, request.headers, scope)
      const { data, error } = input.safeParse(await request.json().catch(() => null))
      if (error) throw new MnemeError('invalid', problemIn(error))
      await ensureUser(db, caller.ownerId, runtime.now())
      const who = { ...running, ...caller, base: baseOf(request) }
      const { result, ids, count = ids.length } = await act(who, data)
      noteCall(caller, { tool, ids, count }, runtime.now())
      return Response.json(result, { headers: HEADERS })
    } catch (error) {
      return failed(error, request, HEADERS)
    }
  }
