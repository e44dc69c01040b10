import type { z } from 'zod'
import type { Result } from '@/lib/shared/errors'
import { problemIn } from '@/lib/shared/text'
import { resultOf } from '../result'
import { type Session, session } from '../session'

/**
 * Every action: parse, owner, call, return. Bad input and failures become typed errors; nothing is thrown at
 * the browser.
 */
export async function runAction<I, T>(
  schema: z.ZodType<I>,
  input: unknown,
  run: (session: Session, input: I) => Promise<T>,
): Promise<Result<T>> {
  const parsed = schema.safeParse(input)
  if (!parsed.success)
    return {
      ok: false,
      error: { code: 'invalid', message: problemIn(parsed.error) },
    }
  return resultOf(async () => run(await session(), parsed.data), 'an action')
}
