'use server'

import { z } from 'zod'
import * as imported from '@/lib/services/transfer/imported-work'
import { type WorkOnImports, workOnImportsSchema } from '@/lib/shared/transfer/transfer'
import { runAction } from './run-action'

const schema = z.object({ work: workOnImportsSchema })
type Asked = { work: WorkOnImports }

export async function loadImportedWork(input: Asked) {
  return runAction(schema, input, (session, { work }) => imported.importedWork(session, work))
}

export async function startImportedWork(input: Asked) {
  return runAction(schema, input, (session, { work }) => imported.startImportedWork(session, work))
}

export async function stopImportedWork(input: Asked) {
  return runAction(schema, input, (session, { work }) => imported.stopImportedWork(session, work))
}
