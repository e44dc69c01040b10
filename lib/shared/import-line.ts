import { z } from 'zod'
import { failureSchema } from './events'
import { importProgressSchema, importReportSchema } from './transfer'

/** One line of what `POST /api/import` answers: how far it is, and at the end what came of it. */
export const importLineSchema = z.union([
  z.object({ progress: importProgressSchema }),
  z.object({ report: importReportSchema }),
  z.object({ error: failureSchema }),
])
export type ImportLine = z.infer<typeof importLineSchema>
