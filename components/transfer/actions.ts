'use client'
import * as summaries from '@/app/actions/imported-summaries'
import { callAction } from '../ui/call-action'

/** The one way from import and export to the server's actions. */
export const loadImportedSummaries = () => callAction(() => summaries.loadImportedSummaries())
export const improveImportedSummaries = () => callAction(() => summaries.improveImportedSummaries())
export const stopImportedSummaries = () => callAction(() => summaries.stopImportedSummaries())
