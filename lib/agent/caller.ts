import type { Db } from '@/lib/db/client'
import type { Jobs } from '@/lib/jobs/worker'
import type { Runtime } from '@/lib/shared/runtime'
import type { Follow } from './follow'
import type { Runner } from './runner'
import type { Tabs } from './tabs'
import type { Schedule } from './turn-log'

export type Service = {
  db: Db
  runner: Runner
  jobs: Jobs
  runtime: Runtime
  schedule: Schedule
  follow: Follow
  tabs: Tabs
  stop(): Promise<void>
}

export type Caller = Service & { ownerId: string }
