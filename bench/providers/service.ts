import type http from 'node:http'
import { type OpenAiServer, serveOpenAi } from '@/e2e/support/openai-server'
import { ScriptedModel } from '@/e2e/support/scripted-model'
import type { Case, ModelReply, Phase, Reply } from './kind'
import { phaseOf, resultsIn, SCRIPT } from './script'
import { chat } from './wire-chat'
import { responses } from './wire-responses'

export type Service = OpenAiServer & {
  /** The bodies of the case's own requests. */
  bodies: Record<string, unknown>[]
  /** Whether it answers as OpenAI would for now. */
  behave(well: boolean): void
  /** The bodies that were answered with an error status. */
  refused: Record<string, unknown>[]
}

/** Ends early when the client leaves. */
async function pause(ms: number, response: http.ServerResponse): Promise<void> {
  const left = new AbortController()
  const leave = () => left.abort()
  response.once('close', leave)
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    left.signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
  response.off('close', leave)
}

async function send(reply: Reply, response: http.ServerResponse): Promise<void> {
  if (reply.waitMs) await pause(reply.waitMs, response)
  if (response.destroyed) return
  response.writeHead(reply.status, reply.headers)
  response.flushHeaders()
  for (const piece of reply.pieces) {
    if (response.destroyed) return
    if (typeof piece === 'string' || piece instanceof Uint8Array) response.write(piece)
    else await pause(piece.waitMs, response)
  }
  if (reply.end === 'close') response.end()
  // A reset discards data that the reader has not read yet.
  else if (reply.end === 'reset') setTimeout(() => response.socket?.resetAndDestroy(), 10)
}

/** Whether a request belongs to the case; a thinking case includes the answer. */
const isOf = (phase: Phase, wanted: Phase) => phase === wanted || (wanted === 'think' && phase === 'answer')

/** What the model says to a request. */
function saidTo(body: Record<string, unknown>, phase: Phase, { kind, phase: wanted }: Case): ModelReply {
  const script = isOf(phase, wanted) ? (kind.says?.(wanted) ?? SCRIPT[wanted]) : SCRIPT[phase].slice(-1)
  const results = wanted === 'think' && phase === 'answer' ? script.length - 1 : resultsIn(body)
  return script[Math.min(results, script.length - 1)] as ModelReply
}

/** A service of the case's kind. Calls of other phases are answered as OpenAI would. */
export async function serve(one: Case): Promise<Service> {
  const bodies: Service['bodies'] = []
  const refused: Service['refused'] = []
  let behaves = false
  const server = await serveOpenAi({
    model: new ScriptedModel([]),
    async fault({ api, body }, _, response) {
      const phase = phaseOf(body)
      const said = behaves ? (SCRIPT[phase].at(-1) as ModelReply) : saidTo(body, phase, one)
      if (behaves || !isOf(phase, one.phase)) {
        await send(api === 'chat' ? chat(said) : responses(said), response)
        return true
      }
      const reply = one.kind.serve({ api, body, earlier: [...bodies] }, said)
      bodies.push(body)
      if (reply.status >= 400) refused.push(body)
      await send(reply, response)
      return true
    },
  })
  return {
    ...server,
    bodies,
    refused,
    behave(well) {
      behaves = well
    },
  }
}
