import type { Kind, Phase, Reply } from '../kind'
import { ALL, refusing } from '../make'
import { write } from '../script'
import { document, messagesOf } from '../wire-chat'

export type Json = Record<string, unknown>
export type Body = Record<string, unknown>
/** A service that does not take something. It is asked once, and then without it. */
export const without = (
  name: string,
  source: string,
  when: (body: Body) => boolean,
  refuse: Reply,
  more: Partial<Kind> = {},
): Kind =>
  refusing({
    name: `refuses ${name}`,
    source,
    phases: ALL,
    when: ({ body }) => when(body),
    refuse: () => refuse,
    // A service to which nothing of this was sent has nothing to refuse.
    ...more,
  })

export const has = (field: string) => (body: Body) => body[field] !== undefined
export const vllm = (message: string): Reply =>
  document(400, { object: 'error', message, type: 'BadRequestError', param: null, code: 400 })
export const pydantic = (field: string): Reply =>
  document(422, {
    detail: [
      { type: 'extra_forbidden', loc: ['body', field], msg: 'Extra inputs are not permitted', input: 1 },
    ],
  })
export const roles = (body: Body) => messagesOf({ body }).map(({ role }) => role)
export const inARow = (body: Body) =>
  roles(body).some((role, at, all) => role === all[at - 1] && role !== 'tool')
export const parts = (body: Body) => messagesOf({ body }).some(({ content }) => Array.isArray(content))
export const formatOf = (body: Body) =>
  String(((body.response_format ?? (body.text as Json | undefined)?.format) as Json | undefined)?.type ?? '')
export const isSchema = (body: Body) => formatOf(body) === 'json_schema'
export const isForm = (body: Body) => /json/.test(formatOf(body))
export const isStrict = (body: Body) =>
  /"strict":(true|false)/.test(JSON.stringify(body.response_format ?? body.tools ?? {}))
export const hasNull = (body: Body) => messagesOf({ body }).some(({ content }) => content === null)
export const second = { ...write, id: 'call_w2', args: { path: 'b.md', text: 'Two.' } }
export const NOTES: readonly Phase[] = ['notes']
export const BOTH = ['chat', 'responses'] as const

/** Up to so many tokens of a reply; more are refused. */
export const capped = (most: number) => (body: Body) =>
  Number(body.max_tokens ?? body.max_completion_tokens ?? body.max_output_tokens ?? 0) > most
