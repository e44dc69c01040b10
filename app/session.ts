import { cookies } from 'next/headers'
import { ACCESS_COOKIE, ownerOf } from '@/lib/config/access'
import { env } from '@/lib/config/env'
import { ensureUser } from '@/lib/db/users'
import { service } from '@/lib/services/service'
import { MnemeError } from '@/lib/shared/errors'

/** The running service and the owner of the request. @throws MnemeError unauthorised. */
export async function session() {
  const ownerId = ownerOf(env(), (await cookies()).get(ACCESS_COOKIE)?.value)
  if (!ownerId)
    throw new MnemeError('unauthorised', 'You are signed out.', 'Reload the page and sign in again.')
  const running = await service()
  await ensureUser(running.db, ownerId, running.runtime.now())
  return { ...running, ownerId }
}
export type Session = Awaited<ReturnType<typeof session>>
