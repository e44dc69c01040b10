'use client'
import * as transfer from '@/app/actions/transfer'
import { safe } from '../ui/call-action'

export const loadImportedWork = safe(transfer.loadImportedWork)
export const startImportedWork = safe(transfer.startImportedWork)
export const stopImportedWork = safe(transfer.stopImportedWork)
export const listImports = safe(transfer.listImports)
export const previewImportRemoval = safe(transfer.previewImportRemoval)
export const removeImport = safe(transfer.removeImport)
