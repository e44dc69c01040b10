'use server'

import { z } from 'zod'
import * as imports from '@/lib/services/transfer/remove-import'
import { importAtSchema, removeImportSchema } from '@/lib/shared/transfer/transfer'
import { runAction } from './run-action'

/** Imports that still have conversations here, newest first. */
export async function listImports() {
  return runAction(z.undefined(), undefined, (session) => imports.pastImports(session))
}

/** What removing the import that began then would delete. */
export async function previewImportRemoval(input: { at: string }) {
  return runAction(z.strictObject({ at: importAtSchema }), input, (session, { at }) =>
    imports.previewRemoval(session, at),
  )
}

export async function removeImport(input: { at: string; continued: boolean }) {
  return runAction(removeImportSchema, input, (session, asked) => imports.removeImport(session, asked))
}
