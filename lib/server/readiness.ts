import { LOCAL_OWNER } from '@/lib/config/access'
import { describeProvider } from '@/lib/services/models/provider-settings'
import { service } from '@/lib/services/service'

export type Readiness = { ready: boolean; database: string; migrations: string; model: string }

/** The state of the process for a load balancer or a person. The model is named, not called. Never throws. */
export async function readiness(): Promise<Readiness> {
  try {
    const { db, runner } = await service()
    const provider = await describeProvider({ db, ownerId: LOCAL_OWNER })
    const { fast } = provider.roles
    return {
      ready: !runner.isDraining,
      database: 'ok',
      migrations: 'applied',
      model: provider.problem ?? (provider.offline ? 'built-in' : `${fast.provider} ${fast.model}`),
    }
  } catch {
    return { ready: false, database: 'not reachable', migrations: 'unknown', model: 'unknown' }
  }
}
