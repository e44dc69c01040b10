'use client'
import * as workspace from '@/app/actions/workspace'
import { safe } from '../ui/call-action'

export const loadWorkspace = safe(workspace.loadWorkspace)
export const readWorkspaceFile = safe(workspace.readWorkspaceFile)
export const fileVersions = safe(workspace.fileVersions)
