import { env } from '@/lib/config/env'
import { ensureUser } from '@/lib/db/users'
import { admitCaller } from '@/lib/services/door/admit-caller'
import type { Outside } from '@/lib/services/outside/outside'
import { service } from '@/lib/services/service'
import type { Scope } from '@/lib/shared/door'
import { timeZoneSchema } from '@/lib/shared/schemas'

/** Where links begin: the public address, else the one that was called, which the front door has checked. */
const baseOf = ({ headers, url }: Request) =>
  env().MNEME_PUBLIC_URL ?? `${new URL(url).protocol}//${headers.get('host')}`

/** The program that calls, for its person; `scope` as for `admitCaller`. @throws MnemeError */
export async function callerOf(request: Request, scope: Scope | null): Promise<Outside> {
  const running = await service()
  const caller = await admitCaller(running, request.headers, scope)
  await ensureUser(running.db, caller.ownerId, running.runtime.now())
  const zone = timeZoneSchema.safeParse(request.headers.get('x-mneme-time-zone')).data
  return { ...running, ...caller, base: baseOf(request), zone }
}
