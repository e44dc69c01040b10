'use server'

import { z } from 'zod'
import * as servers from '@/lib/services/tool-servers'
import { idSchema } from '@/lib/shared/schemas'
import { textSchema } from '@/lib/shared/text'
import { answerSchema, newServerSchema, toolUseSchema } from '@/lib/shared/tool-servers'
import { action } from './action'

const one = z.strictObject({ id: idSchema })

export const addServer = action(newServerSchema, servers.addServer)
export const refreshServer = action(one, (session, { id }) => servers.refreshServer(session, id))
export const chooseTool = action(
  one.extend({ tool: textSchema(128), use: toolUseSchema }),
  servers.chooseTool,
)
export const removeServer = action(one, (session, { id }) => servers.removeServer(session, id))
/** What a person says when the agent asks before a call. */
export const answerCall = action(
  z.strictObject({ turnId: idSchema, callId: textSchema(100), answer: answerSchema }),
  servers.answerCall,
)
