'use client'
import * as summaries from '@/app/actions/imported-summaries'
import * as imports from '@/app/actions/imports'
import { safe } from '../ui/call-action'

/** Import and export's only access to the server's actions. */
export const loadImportedSummaries = safe(summaries.loadImportedSummaries)
export const improveImportedSummaries = safe(summaries.improveImportedSummaries)
export const stopImportedSummaries = safe(summaries.stopImportedSummaries)
export const listImports = safe(imports.listImports)
export const previewImportRemoval = safe(imports.previewImportRemoval)
export const removeImport = safe(imports.removeImport)
