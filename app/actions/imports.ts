'use server'

import { z } from 'zod'
import * as imports from '@/lib/services/transfer/remove-import'
import { importAtSchema, removeImportSchema } from '@/lib/shared/transfer/import-removal'
import { act } from './act'

/** Imports that still have conversations here, newest first. */
export async function listImports() {
  return act(z.undefined(), undefined, (session) => imports.pastImports(session))
}

/** What removing the import that began then would delete. */
export async function previewImportRemoval(input: { at: string }) {
  return act(z.strictObject({ at: importAtSchema }), input, (session, { at }) =>
    imports.previewRemoval(session, at),
  )
}

export async function removeImport(input: { at: string; continued: boolean }) {
  return act(removeImportSchema, input, (session, asked) => imports.removeImport(session, asked))
}
