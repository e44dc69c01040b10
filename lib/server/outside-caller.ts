import type { Header } from '@/lib/config/access'
import { knownCaller } from '@/lib/services/door/known'
import { logger } from '@/lib/services/log'
import { service } from '@/lib/services/service'
import { MnemeError, toFailure } from '@/lib/shared/errors'
import type { Refusal } from './admission'

/** Why another program is not let in; null = it is. Asked before a byte of its body is read. */
export async function refusalOf(header: Header): Promise<Refusal | null> {
  try {
    const { db, runtime } = await service()
    await knownCaller(db, header, runtime.now())
    return null
  } catch (error) {
    if (!(error instanceof MnemeError))
      logger().error({ error: String((error as Error)?.stack ?? error) }, 'a token could not be checked')
    const { code, message, hint } = toFailure(error)
    return { status: code === 'unauthorised' ? 401 : 503, code, message: [message, hint].join(' ').trim() }
  }
}
