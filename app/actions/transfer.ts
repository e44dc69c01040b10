'use server'

import { z } from 'zod'
import * as imported from '@/lib/services/transfer/imported-work'
import * as imports from '@/lib/services/transfer/remove-import'
import { importAtSchema, removeImportSchema, workOnImportsSchema } from '@/lib/shared/transfer/transfer'
import { action, plainAction } from './action'

const workSchema = z.object({ work: workOnImportsSchema })

export const loadImportedWork = action(workSchema, (session, { work }) =>
  imported.importedWork(session, work),
)
export const startImportedWork = action(workSchema, (session, { work }) =>
  imported.startImportedWork(session, work),
)
export const stopImportedWork = action(workSchema, (session, { work }) =>
  imported.stopImportedWork(session, work),
)

/** Imports that still have conversations here, newest first. */
export const listImports = plainAction(imports.pastImports)
/** What removing the import that began then would delete. */
export const previewImportRemoval = action(z.strictObject({ at: importAtSchema }), (session, { at }) =>
  imports.previewRemoval(session, at),
)
export const removeImport = action(removeImportSchema, imports.removeImport)
