import { queueTopicJobs } from '@/lib/jobs/topics/topics'
import { Jobs } from '@/lib/jobs/worker'
import { testModels } from '@/lib/model/testing'
import { countTokens } from '@/lib/model/tokens'
import type { Workplace } from '../workplace'

/** Does the work that is due on the topics of all owners. */
export async function tell({ db, runtime }: Workplace): Promise<void> {
  const { models } = testModels({ provider: 'offline', delayMs: 0 })
  const log = (message: string, fields?: object) => {
    throw new Error(`${message} ${JSON.stringify(fields)}`)
  }
  const deps = { db, runtime, models, countTokens, jobsAfter: () => [], log }
  const jobs = new Jobs({ db, runtime, instanceId: 'bench', depsFor: async () => deps, log })
  await queueTopicJobs({ db, runtime })
  await jobs.tick()
}
