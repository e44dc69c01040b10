import type { Db } from '@/lib/db/engine/client'
import type { Jobs } from '@/lib/jobs/worker'
import type { Follow } from '@/lib/runtime/follow'
import type { Runner } from '@/lib/runtime/runner'
import type { Tabs } from '@/lib/runtime/tabs'
import type { Runtime } from '@/lib/shared/runtime'

export type Service = {
  db: Db
  runner: Runner
  jobs: Jobs
  runtime: Runtime
  follow: Follow
  tabs: Tabs
  stop(): Promise<void>
}

export type Caller = Service & { ownerId: string }
/** Whom a service acts for. */
export type Person = Pick<Caller, 'db' | 'ownerId' | 'runtime'>
/** Whose data a service reads. */
export type Owner = Pick<Caller, 'db' | 'ownerId'>
