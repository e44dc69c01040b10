'use client'
import * as workspace from '@/app/actions/workspace'
import { callAction } from '../ui/call-action'

/** The workspace panel's only access to the server. */
export const loadWorkspace = (conversationId: string) =>
  callAction(() => workspace.loadWorkspace({ conversationId }))
export const readWorkspaceFile = (conversationId: string, hash: string) =>
  callAction(() => workspace.readWorkspaceFile({ conversationId, hash }))
export const fileVersions = (conversationId: string, path: string) =>
  callAction(() => workspace.fileVersions({ conversationId, path }))
