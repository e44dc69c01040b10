import { z } from 'zod'
import { failureSchema } from '../turn/events'
import { importProgressSchema, importReportSchema } from './transfer'

/** One line of the response of `POST /api/import`: progress, and the report at the end. */
export const importLineSchema = z.union([
  z.object({ progress: importProgressSchema }),
  z.object({ report: importReportSchema }),
  z.object({ error: failureSchema }),
])
export type ImportLine = z.infer<typeof importLineSchema>
