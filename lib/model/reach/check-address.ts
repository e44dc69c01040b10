import type { Failure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { Reach } from './reach'
import { refusedAddress } from './refused-address'
import { type ResolveName, reachable, resolveBySystem } from './resolve-name'

/**
 * Why an address must not be saved; null = no reason is known. An unresolved name passes: each call checks
 * it.
 */
export async function checkAddress(
  baseUrl: string,
  reach: Reach,
  resolve: ResolveName = resolveBySystem,
): Promise<Failure | null> {
  if (reach === 'trusted') return null
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((settle) => {
    timer = setTimeout(settle, limits.model.resolveMs, null)
  })
  const checked = reachable(new URL(baseUrl).hostname, reach, resolve).then(
    () => null,
    (error: unknown) => refusedAddress(error)?.failure ?? null,
  )
  return Promise.race([checked, late]).finally(() => clearTimeout(timer))
}
