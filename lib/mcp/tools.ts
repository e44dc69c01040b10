import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type Answered, askForProgram } from '@/lib/services/outside/ask'
import { contextFor, conversationsInWords, topicInWords } from '@/lib/services/outside/context'
import { answerFacts } from '@/lib/services/outside/facts'
import { fetchMemory, search } from '@/lib/services/outside/fetch'
import { forgetForProgram, planForget } from '@/lib/services/outside/forget'
import type { Outside } from '@/lib/services/outside/outside'
import { recallFor } from '@/lib/services/outside/recall'
import { remember } from '@/lib/services/outside/remember'
import { MnemeError } from '@/lib/shared/errors'
import {
  type Args,
  askArgs,
  contextArgs,
  factsArgs,
  fetchArgs,
  forgetArgs,
  listArgs,
  recallArgs,
  rememberArgs,
  searchArgs,
  topicArgs,
} from '@/lib/shared/memory/outside'
import type { TurnEvent } from '@/lib/shared/turn/events'
import { answered, type McpTool, toolOf } from './tool'

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
  run: (who, args: Args<typeof forgetArgs>, context) =>
    answered(who, 'forget', () => (args.confirm === undefined ? asked(who, args, context) : gone(who, args))),
}

async function asked(who: Outside, { id }: Args<typeof forgetArgs>, context: ServerContext) {
  const { inputResponses, requestState } = context.mcpReq
  const reply = inputResponse(inputResponses, KEY)
  if (reply.kind === 'elicit') {
    if (!acceptedContent(inputResponses, KEY, answer)?.forget)
      throw new MnemeError('conflict', 'The person did not confirm. Nothing was forgotten.')
    return gone(who, { id, confirm: String(requestState() ?? '') })
  }
  const { ids, ...plan } = await planForget(who, id)
  if (asksPerson(context)) {
    const message = `Forget this in Mneme?\n${plan.would_remove.join('\n')}`
    const confirm = inputRequired.elicit({ message, requestedSchema: answer })
    return {
      reply: inputRequired({ inputRequests: { [KEY]: confirm }, requestState: plan.confirm }),
      ids: [],
    }
  }
  return { reply: asJson(plan), ids }
}

async function gone(who: Outside, args: Args<typeof forgetArgs>) {
  const { result, ids } = await forgetForProgram(who, args)
  return { reply: asJson(result), ids }
}

const asJson = (result: Record<string, unknown>) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(result) }],
  structuredContent: result,
})

const text = z.string()
const link = z.object({ id: text, url: text })
const textOf = ({ text }: { text: string }) => text

/** Tells a client that waits which round the turn is in. Nothing is sent to one that did not ask. */
function progressOf({ mcpReq }: ServerContext): (event: TurnEvent | null) => void {
  const progressToken = mcpReq._meta?.progressToken
  let progress = 0
  return (event) => {
    if (progressToken === undefined || event?.type !== 'step-started') return
    progress += 1
    const params = { progressToken, progress, message: `Step ${progress}` }
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}

/** Closing the stream stops the turn. */
const askTool: McpTool = toolOf(
  {
    name: 'ask',
    description: 'Asks Mneme’s own agent, which thinks, recalls and answers. It may take a minute.',
    ...{ scope: 'chat', input: askArgs },
    output: z.object({ answer: text, conversation_id: text, turn_id: text, url: text }),
    text: ({ answer }: Answered) => answer,
  },
  (who, args, context) =>
    askForProgram(who, args, { signal: context.mcpReq.signal, onEvent: progressOf(context) }),
)

export const USUAL: readonly McpTool[] = [
  toolOf(
    {
      name: 'search',
      description: 'Finds memories by words.',
      ...{ scope: 'read', reads: true, input: searchArgs },
      output: z.object({ results: z.array(link.extend({ title: text })) }),
    },
    search,
  ),
  toolOf(
    {
      name: 'fetch',
      description: 'One memory in full, by id.',
      ...{ scope: 'read', reads: true, input: fetchArgs },
      output: link.extend({ title: text, text, metadata: z.record(text, text) }),
    },
    fetchMemory,
  ),
  toolOf(
    {
      name: 'recall',
      description:
        'Quotes what was said on a question, with date, speaker and what changed later. after, before: 2026-03-01 or "last spring".',
      ...{ scope: 'read', reads: true, input: recallArgs },
      output: z.object({ text, results: z.array(link) }),
      text: textOf,
    },
    recallFor,
  ),
  toolOf(
    {
      name: 'facts',
      description:
        'Current facts, since when, and the value before. subject "user" = the person; at: a time.',
      ...{ scope: 'read', reads: true, input: factsArgs },
      output: z.object({
        facts: z.array(
          link.extend({
            ...{ subject: text, predicate: text, value: text, since: text },
            ...{ before: text.optional(), until: text.optional() },
          }),
        ),
      }),
      text: textOf,
    },
    answerFacts,
  ),
  toolOf(
    {
      name: 'remember',
      description:
        'Stores content, or messages of a chat, as unconfirmed. The same key is stored once. replaces: id of a fact; content is then its new value, proposed to the person.',
      ...{ scope: 'write', input: rememberArgs },
      output: link.extend({ status: text, proposal: text.optional() }),
    },
    remember,
  ),
  forgetTool,
]

/** Behind `?tools=all`. */
export const FURTHER: readonly McpTool[] = [
  toolOf(
    {
      name: 'context',
      description: 'Who the person is and what is going on. Call it once, at the start.',
      ...{ scope: 'read', reads: true, input: contextArgs, output: z.object({ text }), text: textOf },
    },
    contextFor,
  ),
  toolOf(
    {
      name: 'list_conversations',
      description: 'The latest conversations, or those whose title or tag matches.',
      ...{ scope: 'read', reads: true, input: listArgs },
      output: z.object({
        conversations: z.array(link.extend({ title: text, updated: text, turns: z.number() })),
      }),
    },
    conversationsInWords,
  ),
  toolOf(
    {
      name: 'analyze_topic',
      description: 'Everything memory holds on a topic: facts, turns, summaries.',
      ...{ scope: 'read', reads: true, input: topicArgs, output: z.object({ text }), text: textOf },
    },
    topicInWords,
  ),
  askTool,
]
