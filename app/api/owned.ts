import { idSchema } from '@/lib/shared/schemas'
import { type Session, session } from '../session'
import { failed, invalidAddress } from './failed'

type Context = { params: Promise<{ id?: string }> }
type Answer = (current: Session, request: Request, id: string) => Promise<Response>

/** A route of the signed-in person; `id` is that of its address. What it throws becomes its response. */
export const owned =
  (answer: Answer, headers?: HeadersInit) =>
  async (request: Request, context?: Context): Promise<Response> => {
    try {
      const current = await session()
      const id = idSchema.optional().safeParse((await context?.params)?.id || undefined)
      if (!id.success) throw invalidAddress()
      return await answer(current, request, id.data ?? '')
    } catch (error) {
      return failed(error, request, headers)
    }
  }
