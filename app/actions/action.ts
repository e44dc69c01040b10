import type { z } from 'zod'
import type { Result } from '@/lib/shared/errors'
import { problemIn } from '@/lib/shared/text'
import { resultOf } from '../result'
import { type Session, session } from '../session'

/**
 * A server action: parse, owner, call, return. Bad input and failures become typed errors; nothing is thrown
 * at the browser.
 */
export const action =
  <S extends z.ZodType, T>(schema: S, run: (session: Session, input: z.output<S>) => Promise<T>) =>
  async (input: z.input<S>): Promise<Result<T>> => {
    const parsed = schema.safeParse(input)
    return parsed.success
      ? resultOf(async () => run(await session(), parsed.data), 'an action')
      : { ok: false, error: { code: 'invalid', message: problemIn(parsed.error) } }
  }

/** An action that takes nothing. */
export const plainAction =
  <T>(run: (session: Session) => Promise<T>) =>
  async (): Promise<Result<T>> =>
    resultOf(async () => run(await session()), 'an action')
