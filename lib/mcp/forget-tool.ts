import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { forget, planForget } from '@/lib/services/outside/forget'
import { MnemeError } from '@/lib/shared/errors'
import { type Args, forgetArgs } from '@/lib/shared/memory/outside'
import { answered, type McpTool, type Session } from './tool'

const texts = z.array(z.string()).optional()
const answer = z.object({ forget: z.boolean() })
const KEY = 'confirm'
/** What a client declares with each request: whether it can ask the person by a form. */
const canAsk = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({
    elicitation: z
      .object({ form: z.unknown().optional(), url: z.unknown().optional() })
      .refine(({ form, url }) => form !== undefined || url === undefined),
  }),
})
/** The old protocol declares it for a session, which there is none of over HTTP. */
const asksPerson = ({ mcpReq }: ServerContext) => canAsk.safeParse(mcpReq.envelope).success

/**
 * The person confirms in the client where it can ask them; else the first call returns a signed word for the
 * second.
 */
export const forgetTool: McpTool = {
  name: 'forget',
  description:
    'Forgets a turn, fact or file. Without confirm it only says what would go and returns the word to confirm with.',
  ...{ scope: 'forget', destroys: true, input: forgetArgs },
  output: z.object({
    confirm: z.string().optional(),
    would_remove: texts,
    forgotten: texts,
    undo: z.string().optional(),
  }),
  run: (session, args: Args<typeof forgetArgs>, context) =>
    answered(session, 'forget', () =>
      args.confirm === undefined ? asked(session, args, context) : gone(session, args),
    ),
}

async function asked(session: Session, { id }: Args<typeof forgetArgs>, context: ServerContext) {
  const { inputResponses, requestState } = context.mcpReq
  const reply = inputResponse(inputResponses, KEY)
  if (reply.kind === 'elicit') {
    if (!acceptedContent(inputResponses, KEY, answer)?.forget)
      throw new MnemeError('conflict', 'The person did not confirm. Nothing was forgotten.')
    return gone(session, { id, confirm: String(requestState() ?? '') })
  }
  const { ids, ...plan } = await planForget(session.who, id)
  if (asksPerson(context)) {
    const message = `Forget this in Mneme?\n${plan.would_remove.join('\n')}`
    const confirm = inputRequired.elicit({ message, requestedSchema: answer })
    return {
      reply: inputRequired({ inputRequests: { [KEY]: confirm }, requestState: plan.confirm }),
      ids: [],
    }
  }
  return {
    reply: { content: [{ type: 'text' as const, text: JSON.stringify(plan) }], structuredContent: plan },
    ids,
  }
}

async function gone({ who }: Session, args: Args<typeof forgetArgs>) {
  const { result, ids } = await forget(who, args)
  const content = [{ type: 'text' as const, text: JSON.stringify(result) }]
  return { reply: { content, structuredContent: result }, ids }
}
