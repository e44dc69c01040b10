import type { z } from 'zod'
import { logger } from '@/lib/services/log'
import { MnemeError, type Result, toFailure } from '@/lib/shared/errors'
import { type Session, session } from '../session'

/**
 * Every action: parse, owner, call, return. Bad input and failures become typed errors; nothing is thrown at
 * the browser.
 */
export async function act<I, T>(
  schema: z.ZodType<I>,
  input: unknown,
  run: (session: Session, input: I) => Promise<T>,
): Promise<Result<T>> {
  const parsed = schema.safeParse(input)
  if (!parsed.success)
    return {
      ok: false,
      error: { code: 'invalid', message: parsed.error.issues[0]?.message ?? 'This input is not valid.' },
    }
  try {
    return { ok: true, value: await run(await session(), parsed.data) }
  } catch (error) {
    if (!(error instanceof MnemeError))
      logger().error({ error: String((error as Error)?.stack ?? error) }, 'an action failed')
    return { ok: false, error: toFailure(error) }
  }
}
