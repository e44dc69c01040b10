import { addAbortSignal } from 'node:stream'
import { z } from 'zod'
import { storageOf } from '@/lib/db/engine/storage/storage'
import { getConversation } from '@/lib/db/turns/conversations'
import { ensureUser } from '@/lib/db/users'
import { systemRuntime } from '@/lib/runtime/system-runtime'
import type { Caller } from '@/lib/services/caller'
import { silence } from '@/lib/services/log'
import { serviceForTurn } from '@/lib/services/service'
import { ask } from '@/lib/services/turns/ask'
import { turnDto } from '@/lib/services/turns/turns'
import { loadSettings } from '@/lib/settings/layers'
import { limits } from '@/lib/shared/limits'
import { limitsOfRetrieval } from '@/lib/shared/limits/retrieval'
import { present } from '@/lib/shared/pick'
import { domainSchema, idSchema, messageTextSchema, type TurnOptions } from '@/lib/shared/schemas'
import { problemIn } from '@/lib/shared/text'
import type { TurnEvent } from '@/lib/shared/turn/events'
import type { TurnResult } from '@/lib/shared/turn/turn-result'
import { argumentsOf, type Call, defineCommand, Usage } from './command'
import { ownerOf } from './memory'
import { count, plain, print, printJson, say, status } from './output'
import { STOPPED } from './stop'

const { mostK } = limitsOfRetrieval
const K = `a whole number from 0 to ${mostK}`
type Memory = {
  'enable-memory': boolean
  'memory-k'?: number | undefined
  'memory-domain'?: string | undefined
}
const usesMemory = (one: Memory) =>
  one['enable-memory'] || one['memory-k'] !== undefined || one['memory-domain'] !== undefined

const inputSchema = z
  .object({
    args: argumentsOf(1, 1, 'Write the message in quotes, or - to read it from standard input.'),
    reflect: z.boolean().default(false),
    fast: z.boolean().default(false),
    'enable-memory': z.boolean().default(false),
    'no-memory': z.boolean().default(false),
    'memory-k': z
      .string()
      .regex(/^\d{1,2}$/, `This must be ${K}.`)
      .transform(Number)
      .pipe(z.int().max(mostK, `This must be ${K}.`))
      .optional(),
    'memory-domain': domainSchema.optional(),
    conversation: idSchema.optional(),
  })
  .refine(({ reflect, fast }) => !(reflect && fast), { message: 'Choose --reflect or --fast, not both.' })
  .refine((one) => !(one['no-memory'] && usesMemory(one)), {
    message: '--no-memory cannot be combined with other memory options.',
  })
type Input = z.infer<typeof inputSchema>

async function messageOf(given: string, signal: AbortSignal): Promise<string> {
  let text = given
  if (given === '-') {
    text = ''
    if (process.stdin.isTTY) say('Write the message and end it with Ctrl-D.')
    for await (const chunk of addAbortSignal(signal, process.stdin.setEncoding('utf8'))) {
      text += chunk
      if (text.length > limits.message.maxChars) break
    }
    text = text.trimEnd()
  }
  const { data, error } = messageTextSchema.safeParse(text)
  if (data === undefined) throw new Usage(problemIn(error))
  return data
}

/** The strongest layer of settings: what was asked for with this message. */
async function optionsOf(caller: Caller, conversationId: string, input: Input): Promise<TurnOptions> {
  const { reach, learning } = await memoryOf(caller, conversationId, input)
  return present({
    ...{ recall: reach, learning, retrievalK: input['memory-k'], domain: input['memory-domain'] },
    depth: input.reflect ? ('deep' as const) : input.fast ? ('simple' as const) : undefined,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
}
async function memoryOf({ db, ownerId }: Caller, conversationId: string, input: Input) {
  if (input['no-memory']) return { reach: 'off' as const, learning: false }
  if (!usesMemory(input)) return {}
  const settings = await loadSettings(db, ownerId, conversationId)
  return {
    learning: true,
    ...(settings.get('recall.scope').value === 'off' ? { reach: 'owner' as const } : {}),
  }
}

/** Shows the answer as it comes, on a terminal, and what the agent is doing. */
function watching({ json }: Call): (event: TurnEvent | null) => void {
  const isLive = !json && Boolean(process.stdout.isTTY)
  let last = -1
  return (event) => {
    if (event?.type === 'asking')
      say(`Waiting for your yes to ${event.call.tool} of ${event.call.server} in Mneme’s chat. Ctrl-C stops.`)
    if (json) return
    if (event === null) last = -1
    else if (event.type === 'step-started')
      status(event.phase === 'think' ? `thinking, round ${event.round}` : '')
    else if (event.type === 'answer-delta' && isLive) {
      status('')
      process.stdout.write(`${last >= 0 && last !== event.step ? '\n\n' : ''}${plain(event.text)}`)
      last = event.step
    }
  }
}

async function tell(caller: Caller, result: TurnResult) {
  status('')
  if (process.stdout.isTTY) process.stdout.write('\n')
  else if (result.output) print(result.output)
  const { learning } = await turnDto(caller, result.turnId)
  for (const { slug, title, parts, cited } of learning?.used ?? []) {
    const score = parts
      ? ` (score ${Object.values(parts)
          .reduce((sum, part) => sum + part, 0)
          .toFixed(2)})`
      : ''
    say(`Memory ${slug}: ${title}${score}${cited ? ', cited' : ''}`)
  }
  if (learning?.others) say(`${learning.others} more from the playbook were in the prompt.`)
  const { turnsRecalled, turnsCited } = result
  if (turnsRecalled.length + turnsCited.length > 0)
    say(`Recalled ${count(turnsRecalled.length, 'earlier turn')}, cited ${turnsCited.length}.`)
  if (result.memoryVerdict)
    say(`Verdict: ${result.memoryVerdict} (${Math.round((result.memoryConfidence ?? 0) * 100)} % sure)`)
  for (const { slug, title, status } of learning?.learned ?? [])
    say(`Learned ${slug}: ${title}${status === 'proposed' ? ' (waiting for approval)' : ''}`)
  if (result.memoryPending) say('Learning from this turn is not finished. The server will continue it.')
  say(`${(result.duration / 1_000).toFixed(1)} s, conversation ${result.conversationId}`)
  if (result.error) say(`${result.error.message}${result.error.hint ? ` ${result.error.hint}` : ''}`)
}

async function run(input: Input, call: Call): Promise<number> {
  const ownerId = ownerOf(call)
  const text = await messageOf(input.args[0] ?? '', call.signal)
  const conversationId = input.conversation ?? systemRuntime.id('conv')
  const turnId = systemRuntime.id('turn')
  silence()
  const service = await serviceForTurn({ conversationId, turnId })
  try {
    const { db, runtime } = service
    await ensureUser(db, ownerId, runtime.now())
    const caller = { ...service, ownerId }
    if (input.conversation !== undefined) await getConversation(db, ownerId, conversationId)
    const { memoryOnly } = storageOf(db)
    if (memoryOnly) say(`${memoryOnly.message} Nothing is saved.`)
    const message = {
      ...{ turnId, conversationId, text, clientMessageId: runtime.id('msg'), uploadIds: [] },
      options: await optionsOf(caller, conversationId, input),
    }
    const result = await ask(caller, message, { signal: call.signal, onEvent: watching(call) })
    if (call.json) printJson(result)
    else await tell(caller, result)
    if (call.signal.aborted && !result.success) return STOPPED
    return result.success ? 0 : 1
  } finally {
    await service.stop()
  }
}

export const askCommand = defineCommand({
  name: 'ask',
  args: '"MESSAGE" [--reflect|--fast] [--enable-memory|--no-memory] [--memory-k N] [--memory-domain NAME]',
  about: `Sends a message and prints the answer, then waits for learning to finish. MESSAGE can be - for
standard input.`,
  flags: {
    reflect: { about: 'thinks as deeply as it can' },
    fast: { about: 'answers right away' },
    'enable-memory': { about: 'uses memory and strategies even if they are turned off' },
    'no-memory': { about: 'uses no memory and learns nothing from this turn' },
    'memory-k': { of: 'N', about: `looks up at most this many strategies, 0 to ${mostK}` },
    'memory-domain': { of: 'NAME', about: 'uses and learns strategies for this domain' },
    conversation: { of: 'ID', about: 'continue this conversation instead of starting a new one' },
  },
  input: inputSchema,
  run,
})
