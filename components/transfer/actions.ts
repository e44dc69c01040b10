'use client'
import * as summaries from '@/app/actions/imported-summaries'
import * as imports from '@/app/actions/imports'
import { callAction } from '../ui/call-action'

/** Import and export's only access to the server's actions. */
export const loadImportedSummaries = () => callAction(() => summaries.loadImportedSummaries())
export const improveImportedSummaries = () => callAction(() => summaries.improveImportedSummaries())
export const stopImportedSummaries = () => callAction(() => summaries.stopImportedSummaries())
export const listImports = () => callAction(() => imports.listImports())
export const previewImportRemoval = (at: string) => callAction(() => imports.previewImportRemoval({ at }))
export const removeImport = (input: { at: string; continued: boolean }) =>
  callAction(() => imports.removeImport(input))
