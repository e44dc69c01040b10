'use server'

import { z } from 'zod'
import * as imports from '@/lib/services/remove-import'
import type { Result } from '@/lib/shared/errors'
import type { Forgotten } from '@/lib/shared/forget'
import {
  type ImportRemoval,
  importAtSchema,
  type PastImport,
  removeImportSchema,
} from '@/lib/shared/import-removal'
import { act } from './act'

/** Imports that still have conversations here, newest first. */
export async function listImports(): Promise<Result<PastImport[]>> {
  return act(z.undefined(), undefined, (session) => imports.pastImports(session))
}

/** What removing the import that began then would delete. */
export async function previewImportRemoval(input: { at: string }): Promise<Result<ImportRemoval>> {
  return act(z.strictObject({ at: importAtSchema }), input, (session, { at }) =>
    imports.previewRemoval(session, at),
  )
}

export async function removeImport(input: { at: string; continued: boolean }): Promise<Result<Forgotten>> {
  return act(removeImportSchema, input, (session, asked) => imports.removeImport(session, asked))
}
