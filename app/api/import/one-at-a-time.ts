import { MnemeError } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { once } from '@/lib/shared/once'

/** Each person's running import in this process. */
const running = () => once('imports', () => new Map<string, Promise<void>>())
const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Reserves a person's place for an import. @returns a function that releases it. Waits briefly for a
 * cancelled import to end.
 * @throws MnemeError conflict while another one runs.
 */
export async function takePlace(
  ownerId: string,
  waitMs: number = limits.upload.placeMs,
): Promise<() => void> {
  const before = running().get(ownerId)
  if (before) await Promise.race([before, after(waitMs)])
  if (running().has(ownerId))
    throw new MnemeError(
      'conflict',
      'You already have an import running.',
      'Wait for it to finish, or cancel it.',
    )
  let free = () => {}
  const over = new Promise<void>((resolve) => {
    free = resolve
  })
  running().set(ownerId, over)
  return () => {
    running().delete(ownerId)
    free()
  }
}
