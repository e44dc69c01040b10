import { IMPORTED_SUMMARY } from '@/lib/db/turns/jobs'
import type { JobKind } from '../kind'
import { endJob } from '../turn-job'
import { summarise } from './summary'

const withModel = summarise({ mustSucceed: true })

/**
 * A better summary of an imported turn, on request. The deterministic one stays until a model has written
 * another.
 */
export const importedSummary: JobKind = {
  name: IMPORTED_SUMMARY,
  priority: 'background',
  run: (deps, job, signal) =>
    deps.models.describe('utility').offline ? endJob(deps, job) : withModel(deps, job, signal),
}
