import { reported } from '@/lib/services/log'
import type { Result } from '@/lib/shared/errors'

/** The value of `run`, or its failure as data. */
export async function resultOf<T>(run: () => Promise<T>, what: string): Promise<Result<T>> {
  try {
    return { ok: true, value: await run() }
  } catch (error) {
    return { ok: false, error: reported(error, what) }
  }
}
