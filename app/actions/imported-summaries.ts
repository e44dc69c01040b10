'use server'

import { z } from 'zod'
import * as summaries from '@/lib/services/transfer/imported-summaries'
import { act } from './act'

export async function loadImportedSummaries() {
  return act(z.undefined(), undefined, (session) => summaries.importedSummaries(session))
}

export async function improveImportedSummaries() {
  return act(z.undefined(), undefined, (session) => summaries.improveImportedSummaries(session))
}

export async function stopImportedSummaries() {
  return act(z.undefined(), undefined, (session) => summaries.stopImportedSummaries(session))
}
