'use client'
import * as work from '@/app/actions/imported-work'
import * as imports from '@/app/actions/imports'
import { safe } from '../ui/call-action'

/** Import and export's only access to the server's actions. */
export const loadImportedWork = safe(work.loadImportedWork)
export const startImportedWork = safe(work.startImportedWork)
export const stopImportedWork = safe(work.stopImportedWork)
export const listImports = safe(imports.listImports)
export const previewImportRemoval = safe(imports.previewImportRemoval)
export const removeImport = safe(imports.removeImport)
