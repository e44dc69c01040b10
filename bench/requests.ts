import { z } from 'zod'

const named = z.looseObject({
  response_format: z.looseObject({ json_schema: z.looseObject({ name: z.string() }).optional() }).optional(),
})

const conversation = z.looseObject({ messages: z.array(z.looseObject({ role: z.string() })) })

const ANSWERING = 'answering'
/** Calls that a person waits for. */
const FOREGROUND = new Set([ANSWERING, 'complexity'])

/** What a request is for: the name of the object that it asks for, or `answering` (thinking included). */
export const kindOf = (body: unknown): string =>
  named.parse(body).response_format?.json_schema?.name ?? ANSWERING
export const isForeground = (body: unknown): boolean => FOREGROUND.has(kindOf(body))

/** Whether a model's first object was of no use. Scripts should give none of that kind. */
export const isRepair = (body: unknown): boolean =>
  kindOf(body) !== ANSWERING && conversation.parse(body).messages.some(({ role }) => role === 'assistant')

/** What was sent for a turn, at its time in milliseconds. */
export type TurnRequests = { at: number; bodies: unknown[] }
