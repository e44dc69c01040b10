'use client'
import * as connections from '@/app/actions/connections'
import * as servers from '@/app/actions/tool-servers'
import { safe } from '../ui/call-action'

export const listTokens = safe(connections.listTokens)
export const createToken = safe(connections.createToken)
export const renewToken = safe(connections.renewToken)
export const revokeToken = safe(connections.revokeToken)
export const loadTokenCalls = safe(connections.loadTokenCalls)
export const addServer = safe(servers.addServer)
export const refreshServer = safe(servers.refreshServer)
export const chooseTool = safe(servers.chooseTool)
export const removeServer = safe(servers.removeServer)
