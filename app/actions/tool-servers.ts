'use server'

import { z } from 'zod'
import * as servers from '@/lib/services/tool-servers'
import { idSchema } from '@/lib/shared/schemas'
import { textSchema } from '@/lib/shared/text'
import { answerSchema, newServerSchema, toolUseSchema } from '@/lib/shared/tool-servers'
import { runAction } from './run-action'

const one = z.strictObject({ id: idSchema })
const use = z.strictObject({ id: idSchema, tool: textSchema(128), use: toolUseSchema })
const answered = z.strictObject({ turnId: idSchema, callId: textSchema(100), answer: answerSchema })

export async function addServer(input: z.input<typeof newServerSchema>) {
  return runAction(newServerSchema, input, (session, server) => servers.addServer(session, server))
}

export async function refreshServer(input: z.input<typeof one>) {
  return runAction(one, input, (session, { id }) => servers.refreshServer(session, id))
}

export async function chooseTool(input: z.input<typeof use>) {
  return runAction(use, input, (session, choice) => servers.chooseTool(session, choice))
}

export async function removeServer(input: z.input<typeof one>) {
  return runAction(one, input, (session, { id }) => servers.removeServer(session, id))
}

/** What a person says when the agent asks before a call. */
export async function answerCall(input: z.input<typeof answered>) {
  return runAction(answered, input, (session, call) => servers.answerCall(session, call))
}
