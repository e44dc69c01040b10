import type { Db } from '@/lib/db/engine/client'
import { latestSent } from '@/lib/db/turns/turns'
import type { Jobs } from '@/lib/jobs/worker'
import type { Follow } from '@/lib/runtime/follow'
import type { Runner } from '@/lib/runtime/runner'
import type { Tabs } from '@/lib/runtime/tabs'
import type { Runtime } from '@/lib/shared/runtime'
import { zoneOf } from '@/lib/shared/schemas'

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

/** The time zone of a person's newest message. */
export async function zoneFor({ db, ownerId }: Owner): Promise<string> {
  const sent = await latestSent(db, ownerId)
  return sent ? zoneOf(sent) : 'UTC'
}
