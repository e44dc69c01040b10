'use server'

import { z } from 'zod'
import * as summaries from '@/lib/services/transfer/imported-summaries'
import { runAction } from './run-action'

export async function loadImportedSummaries() {
  return runAction(z.undefined(), undefined, (session) => summaries.importedSummaries(session))
}

export async function improveImportedSummaries() {
  return runAction(z.undefined(), undefined, (session) => summaries.improveImportedSummaries(session))
}

export async function stopImportedSummaries() {
  return runAction(z.undefined(), undefined, (session) => summaries.stopImportedSummaries(session))
}
