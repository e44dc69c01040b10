'use server'

import { z } from 'zod'
import * as summaries from '@/lib/services/imported-summaries'
import type { Result } from '@/lib/shared/errors'
import type { ImportedSummaries } from '@/lib/shared/imported-summaries'
import { act } from './act'

export async function loadImportedSummaries(): Promise<Result<ImportedSummaries>> {
  return act(z.undefined(), undefined, (session) => summaries.importedSummaries(session))
}

export async function improveImportedSummaries(): Promise<Result<ImportedSummaries>> {
  return act(z.undefined(), undefined, (session) => summaries.improveImportedSummaries(session))
}

export async function stopImportedSummaries(): Promise<Result<ImportedSummaries>> {
  return act(z.undefined(), undefined, (session) => summaries.stopImportedSummaries(session))
}
