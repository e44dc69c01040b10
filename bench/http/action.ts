import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseJsonEventStream, uiMessageChunkSchema } from 'ai'
import { z } from 'zod'
import type { TurnDto } from '@/lib/shared/dto'
import type { Result } from '@/lib/shared/errors'
import type { StartTurnInput } from '@/lib/shared/schemas'
import type { LiveChunk } from '@/lib/shared/turn/stream'
import { root } from './child'

const manifest = z.object({
  node: z.record(
    z.string(),
    z.object({ exportedName: z.string().optional(), filename: z.string().optional() }),
  ),
})

/** The id of a server action in the build. @throws if the build has no such action. */
export function actionId(file: string, name: string): string {
  const { node } = manifest.parse(
    JSON.parse(readFileSync(path.join(root, '.next/server/server-reference-manifest.json'), 'utf8')),
  )
  const found = Object.entries(node).find(
    ([, action]) => action.exportedName === name && action.filename === file,
  )
  if (!found) throw new Error(`the build has no server action ${name}`)
  return found[0]
}

/** A client: the server's address, and the cookie that identifies the person. */
export type Person = { url: string; cookie: string | null; startTurn: string }

/** Parts of a response by id; part `0` is React's own. */
type Line = { id: string; value: unknown }

/** Reads the lines of React's wire format that carry plain values (`id:json`) and skips the others. */
async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const colon = part.indexOf(':')
      const text = part.slice(colon + 1)
      if (text.startsWith('{')) yield { id: part.slice(0, colon), value: JSON.parse(text) }
    }
  }
}

type Started = Result<{ turn: TurnDto; stream: string }>
const isAnswer = (value: unknown): value is Started =>
  typeof value === 'object' && value !== null && 'ok' in value

/** Calls a server action as the browser does. */
export const postAction = (
  person: Person,
  page: string,
  action: string,
  input: object,
  signal: AbortSignal,
) =>
  fetch(`${person.url}${page}`, {
    method: 'POST',
    headers: {
      'next-action': action,
      'content-type': 'text/plain;charset=UTF-8',
      accept: 'text/x-component',
      origin: person.url,
      ...(person.cookie ? { cookie: person.cookie } : {}),
    },
    body: JSON.stringify([input]),
    signal,
  })

/**
 * Calls the server action `startTurn` as the browser does. Yields the acknowledgement first, then the
 * chunks of its stream.
 */
export async function* callStartTurn(
  person: Person,
  input: StartTurnInput,
  signal: AbortSignal,
): AsyncGenerator<{ started: TurnDto } | { chunk: LiveChunk }> {
  const page = `/c/${input.conversationId}`
  const response = await postAction(person, page, person.startTurn, input, signal)
  if (!response.ok || !response.body)
    throw new Error(`the action answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
  let streamId: string | null = null
  for await (const { id, value } of lines(response.body)) {
    if (streamId === null && isAnswer(value)) {
      if (!value.ok) throw new Error(`the action failed: ${value.error.message}`)
      streamId = value.value.stream.replace(/^\$/, '')
      yield { started: value.value.turn }
    } else if (id === streamId) yield { chunk: value as LiveChunk }
  }
}

/** Follows a turn from its beginning, like the browser does after the action's stream. */
export async function* follow(
  person: Person,
  turnId: string,
  signal: AbortSignal,
): AsyncGenerator<LiveChunk> {
  const response = await fetch(`${person.url}/api/turns/${turnId}/events`, {
    headers: person.cookie ? { cookie: person.cookie } : {},
    signal,
  })
  if (!response.ok || !response.body)
    throw new Error(`following answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
  const chunks = parseJsonEventStream({ stream: response.body, schema: uiMessageChunkSchema })
  for await (const chunk of chunks) {
    if (!chunk.success) throw chunk.error
    yield chunk.value as LiveChunk
  }
}
